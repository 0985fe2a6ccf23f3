import type { Thread } from '@bocau/contract/threads.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../engine/test-kit/manual-clock.ts';
import type { MailModel, PageRef } from './mail-model.ts';
import type { Operation } from './operations/operation.ts';
import { createFakeServer, type FakeServer } from './test-kit/fake-server.ts';
import { folderPage, type StartedModel, startModel } from './test-kit/start-model.ts';

const INBOX = folderPage('INBOX');
const labelPage = (id: string): PageRef => ({ list: { kind: 'label', id }, offset: 0, limit: 10 });

let clock: ManualClock;
let server: FakeServer;
let started: StartedModel;
let model: MailModel;
let work: string;
let tax: string;

beforeEach(async () => {
  clock = createManualClock();
  server = createFakeServer(clock);
  const { mailbox } = server;
  work = mailbox.addLabel('Việc').id;
  tax = mailbox.addLabel('Việc/Thuế', 'red').id;
  for (let i = 0; i < 4; i++) mailbox.receive({ unread: i === 0 });
  const answered = mailbox.receive({ unread: false });
  mailbox.receive({ threadId: answered.threadId, unread: false });
  mailbox.receive({ unread: false, labels: [tax] });
  started = await startModel(server, clock);
  model = started.model;
  for (const page of [INBOX, labelPage(work), labelPage(tax)]) model.holdList(page);
  await clock.advance(10);
});

const rows = (page: PageRef) => model.list(page).threads;
const ids = (page: PageRef) => rows(page).map(({ id }) => id);
const label = (id: string) => model.labels().find((each) => each.id === id);
const set = (threads: readonly Thread[], add: string[], remove: string[] = []): Operation => ({
  kind: 'label',
  groups: [{ folderId: 'inbox', threads }],
  add,
  remove,
});
const oldest = () => rows(INBOX).at(-1) as Thread;

describe('labels on conversations', () => {
  test('LB-3 a label shows in the frame of the act: on the row, in its list and in its count', async () => {
    const thread = oldest();
    expect(thread.unread).toBe(true);
    model.act(set([thread], [work]));
    expect(oldest().label_ids).toEqual([work]);
    expect(ids(labelPage(work))).toEqual([thread.id]);
    expect(label(work)).toMatchObject({ total: 1, unread: 1 });
    await clock.advance(10);
    expect(oldest().label_ids).toEqual([work]);
    expect(label(work)).toMatchObject({ total: 1, unread: 1 });
    expect(server.mailbox.list(work)).toHaveLength(1);
  });

  test('LB-3 a refused label is taken back', async () => {
    server.fate = (name) => (name === 'labelThreads' ? 'refused' : 'fine');
    model.act(set([oldest()], [work]));
    expect(label(work)?.total).toBe(1);
    await clock.advance(10);
    expect(oldest().label_ids).toBeUndefined();
    expect(ids(labelPage(work))).toEqual([]);
    expect(label(work)?.total).toBe(0);
    expect(started.events.some(({ kind }) => kind === 'operation-refused')).toBe(true);
  });

  test('LB-3 undo is exact: a message that carried the label before keeps it', async () => {
    const answered = rows(INBOX).find(({ message_count }) => message_count === 2) as Thread;
    const [first] = [...server.mailbox.messages.values()].filter(({ threadId }) => threadId === answered.id);
    server.mailbox.labelMessages([first?.id as string], [work], []);
    await clock.advance(10);
    const act = model.act(set(rows(INBOX), [work], [tax]));
    await clock.advance(10);
    expect(server.mailbox.list(work)).toHaveLength(6);
    expect(await act.undo()).toBe(true);
    expect(ids(labelPage(work))).toEqual([answered.id]);
    expect(label(tax)?.total).toBe(1);
    await clock.advance(10);
    const carrying = [...server.mailbox.messages.values()].filter(({ labels }) => labels?.includes(work));
    expect(carrying).toEqual([expect.objectContaining({ id: first?.id })]);
    expect(label(tax)?.total).toBe(1);
    expect(ids(labelPage(work))).toEqual([answered.id]);
  });

  test('LB-3 offline a label shows, and reaches the server with the connection; undone before, never', async () => {
    started.setOnline(false);
    const [one, other] = rows(INBOX) as [Thread, Thread];
    model.act(set([one], [work]));
    const undone = model.act(set([other], [work]));
    expect(label(work)?.total).toBe(2);
    expect(await undone.undo()).toBe(true);
    expect(ids(labelPage(work))).toEqual([one.id]);
    await clock.advance(1_000);
    expect(server.mailbox.list(work)).toHaveLength(0);
    started.setOnline(true);
    await clock.advance(10);
    expect(server.mailbox.list(work).map(({ id }) => id)).toEqual([one.id]);
    expect(server.calls.filter(({ name }) => name === 'labelThreads')).toHaveLength(1);
  });

  test('LB-3 an answer that was lost is undone by what the rows showed', async () => {
    let lost = false;
    server.fate = (name) => {
      if (name !== 'labelThreads' || lost) return 'fine';
      lost = true;
      return 'lost-after';
    };
    const act = model.act(set([oldest()], [work]));
    await clock.advance(5_000);
    expect(server.mailbox.list(work)).toHaveLength(1);
    await act.undo();
    await clock.advance(5_000);
    expect(server.mailbox.list(work)).toHaveLength(0);
    expect(oldest().label_ids ?? []).toEqual([]);
  });

  test('LB-3 in Trash a conversation leaves the lists of its labels, and returns to them', async () => {
    const [thread] = rows(labelPage(tax)) as [Thread];
    const act = model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [thread] }] });
    expect(ids(labelPage(tax))).toEqual([]);
    expect(label(tax)?.total).toBe(0);
    await clock.advance(10);
    await act.undo();
    expect(ids(labelPage(tax))).toEqual([thread.id]);
    await clock.advance(10);
    expect(label(tax)?.total).toBe(1);
  });

  test('LB-3 a label of one message leaves the others alone', async () => {
    const answered = rows(INBOX).find(({ message_count }) => message_count === 2) as Thread;
    model.holdThread(answered.id, 'INBOX');
    await clock.advance(10);
    const shown = () => model.thread(answered.id, 'INBOX').thread?.messages.map(({ label_ids }) => label_ids);
    const second = model.thread(answered.id, 'INBOX').thread?.messages[1]?.id as string;
    model.act({ ...set([answered], [work]), message: { id: second, stay: [] } } as Operation);
    expect(shown()).toEqual([undefined, [work]]);
    expect(ids(labelPage(work))).toEqual([answered.id]);
    await clock.advance(10);
    expect(shown()).toEqual([undefined, [work]]);
    expect(label(work)?.total).toBe(1);
  });

  test('LB-3 a mark counts in the label too', async () => {
    model.act(set([oldest()], [work]));
    await clock.advance(10);
    model.act({ kind: 'mark', groups: [{ folderId: 'inbox', threads: [oldest()] }], unread: false });
    expect(label(work)).toMatchObject({ total: 1, unread: 0 });
  });
});

describe('labels themselves', () => {
  test('LB-2 a new name, colour and place show at once, below it too', async () => {
    server.delay = 500;
    const changed = model.changeLabel(work, { name: 'Công việc', color: 'green' });
    await clock.advance(0);
    expect(model.labels().map(({ name }) => name)).toEqual(['Công việc', 'Công việc/Thuế']);
    await clock.advance(5_000);
    await changed;
    expect(server.mailbox.labels().map(({ name }) => name)).toEqual(['Công việc', 'Công việc/Thuế']);
    expect(label(work)?.color).toBe('green');
  });

  test('LB-2 a refused change is taken back', async () => {
    server.fate = (name) => (name === 'changeLabel' ? 'refused' : 'fine');
    const changed = model.changeLabel(work, { color: 'green' }).catch(() => 'refused');
    await clock.advance(10);
    expect(await changed).toBe('refused');
    expect(label(work)?.color).toBe('blue');
  });

  test('LB-6 what another tab makes, changes and deletes comes by the journal', async () => {
    const { model: other } = await startModel(server, clock, { tabId: 'other' });
    const made = other.createLabel({ name: 'Khách hàng', color: 'teal' });
    await clock.advance(10);
    expect(model.labels().map(({ name }) => name)).toEqual(['Khách hàng', 'Việc', 'Việc/Thuế']);
    const deleted = other.deleteLabel((await made).id);
    await clock.advance(10);
    await deleted;
    expect(model.labels().map(({ name }) => name)).toEqual(['Việc', 'Việc/Thuế']);
  });
});
