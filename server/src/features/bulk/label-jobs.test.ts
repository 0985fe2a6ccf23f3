import type { BulkAction, BulkJob, BulkWhere } from '@bocau/contract/bulk.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import type { Label } from '@bocau/contract/labels.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { fileMails, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { runBulk } from './run-bulk.ts';

let server: TestServer;
let an: NewPerson;
let label: Label;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  label = (await an.client.createLabel({ body: { name: 'Khách hàng', color: 'teal' } })).data;
});

/** Conversations of one and of two messages, the first of some in Trash. */
async function fileThreads(count: number, more: MailGiven = {}): Promise<void> {
  const mails = Array.from({ length: count }, (_, index): MailGiven[] => {
    const messageId = `${index}.${more.folder ?? 'INBOX'}@khach.example`;
    const first = { subject: `Đơn hàng ${index}`, messageId, unread: index % 3 === 0, ...more };
    if (index % 4 !== 0) return [first];
    const answer = { inReplyTo: messageId, references: [messageId], unread: false, ...more };
    return [
      { ...first, ...(index % 8 === 0 ? { folder: 'Trash' } : {}) },
      { ...answer, subject: `Re: Đơn hàng ${index}` },
    ];
  }).flat();
  for (let from = 0; from < mails.length; from += 250)
    await fileMails(server.context, an.mailbox, mails.slice(from, from + 250));
  server.clock.set(server.clock.now() + 1000);
}

async function start(action: BulkAction, where: BulkWhere): Promise<string> {
  return (await an.client.startBulk({ body: { where, action, label_id: label.id } })).data.id;
}

async function job(id: string): Promise<BulkJob> {
  return (await an.client.getBulk({ params: { id } })).data;
}

async function run(action: BulkAction, where: BulkWhere): Promise<BulkJob> {
  const id = await start(action, where);
  await runJobsUntilIdle(server.context);
  return job(id);
}

async function undo(id: string): Promise<void> {
  await an.client.undoBulk({ params: { id } });
  await runJobsUntilIdle(server.context);
}

/** Runs a job like a runner that is stopped after some chunks. */
async function runChunks(id: string, chunks: number): Promise<void> {
  const stop = new AbortController();
  let left = chunks;
  const publisher = {
    changed() {
      left -= 1;
      if (left === 0) stop.abort(new Error('stopped'));
    },
  };
  const payload = { mailboxId: an.mailbox, id };
  const stopped = runBulk({ ...server.context, publisher }, payload, {
    signal: stop.signal,
    lastAttempt: false,
  });
  await expect(stopped).rejects.toThrow('stopped');
}

async function labelled(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from messages where mailbox_id = ${an.mailbox} and label_ids @> ${[label.id]}::uuid[] order by id`.execute(
    server.context.db,
  );
  return rows.map(({ id }) => id);
}

const total = async () => (await an.client.listThreads({ query: { label: label.id } })).meta.total;
const expectCounted = async () => expect(await recount(server.context.db, an.mailbox)).toEqual([]);

test('LB-8 a whole folder is labelled, stopped in between, undone exactly', async () => {
  await fileThreads(450);
  const [some] = (await an.client.listThreads({ query: { in: 'INBOX' } })).data;
  await an.client.labelThreads({ body: { ids: [some?.id as string], add: [label.id], remove: [] } });
  const before = await labelled();
  const id = await start('label', { in: 'INBOX' });
  await runChunks(id, 1);
  await an.client.cancelBulk({ params: { id } });
  await runJobsUntilIdle(server.context);
  expect(await job(id)).toMatchObject({ state: 'cancelled', done: 200, label_id: label.id, can_undo: true });
  expect(await total()).toBeGreaterThanOrEqual(200);
  expect(await total()).toBeLessThan(450);
  await undo(id);
  expect(await labelled()).toEqual(before);

  const whole = await run('label', { in: 'INBOX' });
  expect(whole).toMatchObject({ action: 'label', state: 'done', done: 450, total: 450 });
  expect(await total()).toBe(450);
  await expectCounted();
  await undo(whole.id);
  expect(await labelled()).toEqual(before);
  await expectCounted();
});

test('LB-8 a search is labelled, and labels come off a whole label', async () => {
  await fileThreads(30);
  await run('label', { q: 'đơn hàng', is_read: false });
  const unread = await total();
  expect(unread).toBeGreaterThan(0);
  expect(unread).toBeLessThan(30);
  await run('label', { in: 'INBOX' });
  const before = await labelled();
  const off = await run('unlabel', { label: label.id });
  expect(off).toMatchObject({ action: 'unlabel', state: 'done', done: 30 });
  expect(await total()).toBe(0);
  await undo(off.id);
  expect(await labelled()).toEqual(before);
  await run('delete', { label: label.id });
  expect(await total()).toBe(0);
  const { data: trash } = await an.client.getFolderByName({ query: { name: 'Trash' } });
  expect(trash.total_threads).toBe(30);
  await expectCounted();
});

test('LB-8 where lists show single messages, those of a list are labelled', async () => {
  await an.client.saveSettings({ body: [{ key: 'conversation_view', value: false }] });
  await fileThreads(12);
  const done = await run('label', { in: 'INBOX' });
  expect(done).toMatchObject({ state: 'done', done: 13 });
  expect(await total()).toBe(13);
  const marked = await run('read', { label: label.id });
  expect(marked.state).toBe('done');
  expect((await an.client.listThreads({ query: { label: label.id } })).meta.unread).toBe(0);
  await expectCounted();
});

test('LB-8 a job without a label, or with one of somebody else, is refused', async () => {
  const where = { in: 'INBOX' };
  await expect(an.client.startBulk({ body: { where, action: 'label' } })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ field: 'label_id' }] },
  } satisfies Partial<ApiError>);
  const other = await newPerson(server);
  const { data: theirs } = await other.client.createLabel({ body: { name: 'Riêng', color: 'red' } });
  const notFound = { code: 'label_not_found' };
  await expect(
    an.client.startBulk({ body: { where, action: 'label', label_id: theirs.id } }),
  ).rejects.toMatchObject(notFound);
  await expect(start('label', { label: theirs.id })).rejects.toMatchObject(notFound);
});

test('LB-9 a label with few messages is gone at once, and comes back by undoing', async () => {
  await fileThreads(20);
  await run('label', { in: 'INBOX' });
  await run('label', { in: 'Trash' });
  const before = await labelled();
  expect(before).toHaveLength(25);
  const { data } = await an.client.deleteLabel({ params: { id: label.id } });
  expect(await job(data.id)).toMatchObject({
    action: 'delete_label',
    state: 'done',
    done: 25,
    can_undo: true,
  });
  expect((await an.client.listLabels({})).data).toEqual([]);
  expect(await labelled()).toEqual([]);
  await expectCounted();
  const { data: again } = await an.client.createLabel({ body: { name: 'KHÁCH HÀNG', color: 'red' } });
  expect(again.keyword).toBe(label.keyword);
  await undo(data.id);
  expect(await labelled()).toEqual(before);
  const { data: labels } = await an.client.listLabels({});
  expect(labels.find(({ id }) => id === label.id)).toMatchObject({
    name: 'Khách hàng (2)',
    color: 'teal',
    keyword: '$label2',
    total: 20,
  });
  await expectCounted();
});

test('LB-9 one with many messages is deleted by a job; stopping it keeps the label, undoing restores all', async () => {
  await fileThreads(1300);
  await run('label', { in: 'INBOX' });
  const before = await labelled();
  const { data: first } = await an.client.deleteLabel({ params: { id: label.id } });
  expect(await job(first.id)).toMatchObject({ state: 'running', done: 0 });
  expect((await an.client.listLabels({})).data).toEqual([]);
  await expect(total()).rejects.toMatchObject({ code: 'label_not_found' });
  await runChunks(first.id, 1);
  await an.client.cancelBulk({ params: { id: first.id } });
  expect((await an.client.listLabels({})).data).toMatchObject([{ id: label.id, name: 'Khách hàng' }]);
  const left = await labelled();
  expect(left.length).toBe(before.length - 1000);
  await expectCounted();

  const { data: second } = await an.client.deleteLabel({ params: { id: label.id } });
  await runJobsUntilIdle(server.context);
  expect(await job(second.id)).toMatchObject({ state: 'done' });
  expect(await labelled()).toEqual([]);
  await undo(second.id);
  expect(await labelled()).toEqual(left);
  await undo(first.id);
  expect(await labelled()).toEqual(before);
  expect(await total()).toBe(1300);
  await expectCounted();
});

test('LB-10 a filter labels stored mail, and undoing it leaves labels that were there', async () => {
  const [one, two] = await fileMails(server.context, an.mailbox, [
    { subject: 'Hóa đơn 1' },
    { subject: 'Hóa đơn 2' },
  ]);
  await an.client.labelMessages({ body: { ids: [one as string], add: [label.id], remove: [] } });
  server.clock.set(server.clock.now() + 1000);
  const sieve_json = JSON.stringify({
    conditions: [{ type: 'subject', comparator: 'contains', value: 'hóa đơn' }],
    actions: [
      { enable: true, type: 'addlabel', value: label.id },
      { enable: true, type: 'setflag', value: 'Flagged' },
    ],
  });
  const { data: rule } = await an.client.createRule({ body: { is_enable: true, sieve_json } });
  const { data } = await an.client.runFilter({ params: { id: rule.id }, body: {} });
  await runJobsUntilIdle(server.context);
  expect(await job(data.id)).toMatchObject({ state: 'done', changed: 2 });
  expect(await labelled()).toEqual([one, two].sort());
  await undo(data.id);
  expect(await labelled()).toEqual([one]);
  await expectCounted();
});

test('LB-22 a label that no message carries is removed, and one that a message carries stays, in Trash too', async () => {
  const { data: label } = await an.client.createLabel({ body: { name: 'Vừa tạo', color: 'red' } });
  const [id = ''] = await fileMails(server.context, an.mailbox, [{}]);
  const { thread_id } = (await an.client.getMessage({ params: { id }, query: {} })).data;
  await an.client.labelThreads({ body: { ids: [thread_id], add: [label.id], remove: [] } });
  const params = { id: label.id };
  const removed = async () => (await an.client.removeEmptyLabel({ params })).data.removed;
  expect(await removed()).toBe(false);
  await an.client.deleteThreads({ body: { ids: [thread_id] } });
  expect(await removed()).toBe(false);
  await an.client.restoreThreads({ body: { ids: [thread_id] } });
  await an.client.labelThreads({ body: { ids: [thread_id], add: [], remove: [label.id] } });
  expect(await removed()).toBe(true);
  expect((await an.client.listLabels({})).data.map((each) => each.id)).not.toContain(label.id);
});
