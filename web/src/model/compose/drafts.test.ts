import type { ChangeSet } from '@bocau/contract/changes.ts';
import { ApiError } from '@bocau/contract/client.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import type { Fate } from '../mail/test-kit/fake-server.ts';
import type { ComposeModel, ComposeWindow } from './compose-model.ts';
import {
  createFakeBrowser,
  createFakeCompose,
  type FakeCompose,
  startCompose,
} from './test-kit/start-compose.ts';

async function setUp(given: Parameters<typeof startCompose>[2] = {}) {
  const clock = createManualClock();
  const server = createFakeCompose(clock);
  const tab = await startCompose(server, clock, given);
  return { clock, server, ...tab };
}

/** What another device does to the only draft. */
function saveElsewhere(server: FakeCompose, body: string): void {
  server.outbox.save(server.outbox.all()[0]?.message.id ?? '', { body });
}

const draftIn = (server: FakeCompose) => server.outbox.all()[0]?.message.id ?? '';
const noMerges = (call: string): Fate => (call === 'listMerges' ? 'unavailable' : 'fine');

describe('drafts', () => {
  it('DR-1 DR-2 DR-3 are created once there is something, and saved from then on without being asked', async () => {
    const { model, server, clock } = await setUp();
    server.delay = 100;
    const id = model.openNew({ subject: 'Từ một trang', to: 'a@x.vn', body: 'Xin chào' }) as string;
    const seen: string[] = [];
    model.subscribe(() => {
      const status = model.window(id)?.status;
      if (status && seen.at(-1) !== status) seen.push(status);
    });
    void model.save(id);
    await clock.advance(500);
    expect(server.outbox.all()).toEqual([]);
    model.addRecipients(id, 'cc', 'b@x.vn');
    await clock.advance(500);
    model.change(id, { body: '<p>hai</p>' });
    expect(model.window(id)?.unsaved).toBe(true);
    await clock.advance(500);
    expect(model.window(id)?.unsaved).toBe(false);
    expect(seen).toEqual(['empty', 'creating', 'created', 'saving', 'saved']);
    expect(server.outbox.all()).toHaveLength(1);
    expect(server.called('saveDraft')).toHaveLength(1);
  });

  it('DR-3 a save at a time: what was typed meanwhile goes with the next, and many are one', async () => {
    const { model, server, clock } = await setUp();
    server.delay = 1_000;
    const id = model.openNew() as string;
    for (let count = 1; count <= 10; count++) {
      model.change(id, { body: `<p>${count}</p>` });
      void model.save(id);
      await clock.advance(1);
    }
    await clock.advance(10_000);
    expect(server.calls.map(({ name }) => name).filter((name) => name.endsWith('Draft'))).toEqual([
      'createDraft',
      'saveDraft',
    ]);
    expect(server.outbox.all()[0]?.message.body).toBe('<p>10</p>');
  });

  it('DR-4 the subject is cut when it is saved, not while it is typed', async () => {
    const { model, server } = await setUp();
    const id = model.openNew() as string;
    model.change(id, { subject: 'x'.repeat(300) });
    await model.save(id);
    expect(model.window(id)?.subject).toHaveLength(300);
    expect(server.outbox.all()[0]?.message.subject).toHaveLength(255);
  });

  it('DR-5 closing saves, and a window that was never written to leaves nothing', async () => {
    const { model, server } = await setUp();
    const id = model.openNew() as string;
    model.change(id, { subject: 'một' });
    await model.close(id);
    await model.close(model.openNew() as string);
    expect(model.windows()).toEqual([]);
    expect(server.outbox.all().map(({ message }) => message.subject)).toEqual(['một']);
    expect(model.hasUnsaved()).toBe(false);
  });

  it.each<[string, (model: ComposeModel, server: FakeCompose, id: string) => unknown, number]>([
    ['goes with its window', () => undefined, 0],
    ['stays where a table was given', (_, server) => void server.mergedDrafts.push(draftIn(server)), 1],
    ['stays with what was put into it', (model, _, id) => model.change(id, { body: '<p>một</p>' }), 1],
    ['stays where that can not be asked', (_, server) => Object.assign(server, { fate: noMerges }), 1],
    [
      'goes where what was put into it was taken out again',
      async (model, _, id) => {
        model.change(id, { subject: 'một' });
        await model.save(id);
        model.change(id, { subject: '' });
      },
      0,
    ],
  ])('MM-34 the empty draft that was made for a merge %s', async (_, happen, left) => {
    const { model, server, events, clock } = await setUp();
    const id = model.openNew() as string;
    await model.save(id, { evenEmpty: 'for a merge' });
    const messageId = model.window(id)?.messageId as string;
    expect(server.outbox.all()).toHaveLength(1);
    await happen(model, server, id);
    const closed = model.close(id);
    expect(model.windows()).toEqual([]);
    await closed;
    await clock.advance(10);
    expect(server.outbox.all()).toHaveLength(left);
    const told = events.filter(({ kind }) => kind === 'draft-deleted');
    expect(told).toEqual(left === 0 ? [{ kind: 'draft-deleted', messageId }] : []);
  });

  it('DR-5 a window closed offline is saved when the connection is back, over a reload too', async () => {
    const browser = createFakeBrowser();
    const { model, server, clock, crash } = await setUp({ browser });
    server.isUp = false;
    const id = model.openNew() as string;
    model.change(id, { subject: 'ngoại tuyến' });
    await model.close(id);
    expect(model.windows()).toEqual([]);
    expect(model.hasUnsaved()).toBe(true);
    await clock.advance(600_000);
    crash();
    server.isUp = true;
    const again = await startCompose(server, clock, { browser });
    await clock.advance(1_000);
    expect(again.model.windows()).toEqual([]);
    expect(again.model.hasUnsaved()).toBe(false);
    expect(server.outbox.all().map(({ message }) => message.subject)).toEqual(['ngoại tuyến']);
  });

  it('waits longer from try to try, and goes on at once when the connection is back', async () => {
    const { model, server, clock, setOnline } = await setUp();
    server.isUp = false;
    const id = model.openNew() as string;
    model.change(id, { subject: 'một' });
    await model.save(id);
    await clock.advance(300_000);
    const tries = server.called('createDraft').length;
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(20);
    expect(model.window(id)).toMatchObject({ unsaved: true, fault: { code: 'no_answer' } });
    server.isUp = true;
    setOnline(true);
    await clock.advance(0);
    expect(model.window(id)).toMatchObject({ unsaved: false, fault: null });
  });

  it('DR-9 a newer draft is shown beside the own text, and nothing is saved until one is chosen', async () => {
    const { model, server, events } = await setUp();
    const id = model.openNew() as string;
    model.change(id, { body: '<p>một</p>' });
    await model.save(id);
    saveElsewhere(server, '<p>của máy khác</p>');
    model.change(id, { body: '<p>một hai</p>' });
    await model.save(id);
    await model.save(id);
    expect(model.window(id)).toMatchObject({
      body: '<p>một hai</p>',
      unsaved: true,
      conflict: { body: '<p>của máy khác</p>' },
    });
    expect(events).toContainEqual({ kind: 'conflict', windowId: id });
    expect(server.called('saveDraft')).toHaveLength(1);
    await model.close(id);
    expect(model.windows()).toHaveLength(1);
  });

  it.each([
    ['mine', '<p>của tôi</p>', 0],
    ['theirs', '<p>của máy khác</p>', 1],
    ['both', '<p>của tôi</p><hr><p>của máy khác</p>', 1],
  ] as const)('DR-9 resolved by %s both sides hold the same', async (choice, body, revisions) => {
    const { model, server } = await setUp();
    const id = model.openNew() as string;
    model.change(id, { body: '<p>một</p>' });
    await model.save(id);
    saveElsewhere(server, '<p>của máy khác</p>');
    model.change(id, { body: '<p>của tôi</p>' });
    await model.save(id);
    await model.resolveConflict(id, choice);
    expect(model.window(id)).toMatchObject({ body, conflict: null, unsaved: false, bodyRevision: revisions });
    expect(server.outbox.all()[0]?.message.body).toBe(body);
  });

  it('DR-9 an own save whose answer was lost is no conflict', async () => {
    const { model, server, clock } = await setUp();
    const id = model.openNew() as string;
    model.change(id, { body: '<p>một</p>' });
    await model.save(id);
    server.fate = () => 'lost-after';
    model.change(id, { body: '<p>hai</p>' });
    await model.save(id);
    server.fate = () => 'fine';
    model.change(id, { body: '<p>ba</p>' });
    await clock.advance(2_000);
    expect(model.window(id)).toMatchObject({ conflict: null, unsaved: false });
    expect(server.outbox.all()[0]?.message.body).toBe('<p>ba</p>');
  });

  it('SD-14 the window of a draft that was sent elsewhere goes, and says why', async () => {
    const { model, server, events, clock } = await setUp();
    const open = async () => {
      const id = model.openNew() as string;
      model.change(id, { body: '<p>một</p>' });
      await model.save(id);
      const { messageId, threadId } = model.window(id) ?? {};
      server.outbox.send(messageId ?? '', undefined, 0);
      model.takeFrame({ event: 'sent', data: { message_id: messageId ?? '', thread_id: threadId ?? '' } });
      expect(model.windows()).toEqual([]);
      expect(events.at(-1)).toEqual({ kind: 'draft-gone', windowId: id, because: 'sent' });
      return id;
    };
    await open();
    await clock.advance(2_000);
    expect(server.outbox.all()).toHaveLength(1);

    // What the editor passes on as it closes is not lost.
    model.change(await open(), { body: '<p>một hai</p>' });
    await clock.advance(2_000);
    expect(model.windows()).toEqual([]);
    expect(server.outbox.all().map(({ message }) => message.body)).toEqual([
      ...['<p>một</p>', '<p>một</p>'],
      '<p>một hai</p>',
    ]);
  });

  it('SD-14 the window of a draft that was scheduled elsewhere goes too, not of one that can be undone', async () => {
    const { model, server, events, clock } = await setUp();
    const open = async () => {
      const id = model.openNew() as string;
      model.change(id, { body: '<p>một</p>' });
      await model.save(id);
      return model.window(id) as ComposeWindow;
    };
    const changed = async ({ threadId }: ComposeWindow, draftIds: string[]) => {
      const thread = { draft_ids: draftIds } as Thread;
      const threads = [{ id: threadId ?? '', rows: [{ list: 'l', thread }] }];
      model.takeFrame({ event: 'changes', data: { threads } as ChangeSet });
      await clock.advance(2_000);
    };
    const first = await open();
    await changed(first, [first.messageId ?? '']);
    expect(server.called('getMessage')).toEqual([]);
    await changed(first, []);
    server.outbox.send(first.messageId ?? '', undefined, 60);
    await changed(first, []);
    expect(model.windows()).toHaveLength(1);
    server.outbox.undo(first.messageId ?? '');

    server.outbox.schedule(first.messageId ?? '', undefined, server.outbox.now() + 86_400);
    await changed(first, []);
    expect(model.windows()).toEqual([]);
    expect(events.at(-1)).toEqual({ kind: 'draft-gone', windowId: first.id, because: 'scheduled' });
    expect(server.outbox.all()).toHaveLength(1);

    const second = await open();
    server.outbox.schedule(second.messageId ?? '', undefined, server.outbox.now() + 86_400);
    model.change(second.id, { body: '<p>một hai</p>' });
    await changed(second, []);
    expect(events.at(-1)).toEqual({ kind: 'draft-gone', windowId: second.id, because: 'sent' });
    expect(server.outbox.all().map(({ message }) => message.body)).toEqual([
      ...['<p>một</p>', '<p>một</p>'],
      '<p>một hai</p>',
    ]);
  });

  it('SD-14 a conflict with a draft that was sent meanwhile is none: what was written here is a draft of its own', async () => {
    const { model, server, events, clock } = await setUp();
    const id = model.openNew() as string;
    model.change(id, { body: '<p>một</p>' });
    await model.save(id);
    const { messageId, threadId } = model.window(id) ?? {};
    server.outbox.save(messageId ?? '', { body: '<p>ở nơi khác</p>' });
    model.change(id, { body: '<p>một hai</p>' });
    await model.save(id);
    expect(model.window(id)?.conflict).not.toBeNull();
    server.outbox.send(messageId ?? '', undefined, 0);
    model.takeFrame({ event: 'sent', data: { message_id: messageId ?? '', thread_id: threadId ?? '' } });
    await clock.advance(2_000);
    expect(model.window(id)).toMatchObject({ conflict: null, unsaved: false });
    expect(events.at(-1)).toEqual({ kind: 'draft-gone', windowId: id, because: 'sent' });
    expect(server.outbox.all().map(({ message }) => message.body)).toEqual([
      '<p>ở nơi khác</p>',
      '<p>một hai</p>',
    ]);
  });

  it('what was written after the draft was removed or sent elsewhere is a draft of its own', async () => {
    const { model, server, events } = await setUp();
    const id = model.openNew() as string;
    model.change(id, { body: '<p>một</p>' });
    await model.save(id);
    const first = model.window(id)?.messageId ?? '';
    server.outbox.remove(first);
    model.change(id, { body: '<p>một hai</p>' });
    await model.save(id);
    expect(events).toContainEqual({ kind: 'draft-gone', windowId: id, because: 'removed' });
    const second = model.window(id)?.messageId ?? '';
    expect(second).not.toBe(first);
    server.outbox.send(second, undefined, 0);
    model.change(id, { body: '<p>ba</p>' });
    await model.save(id);
    expect(events).toContainEqual({ kind: 'draft-gone', windowId: id, because: 'sent' });
    expect(model.window(id)).toMatchObject({ unsaved: false });
    expect(server.outbox.all().map(({ message }) => message.body)).toEqual(['<p>một hai</p>', '<p>ba</p>']);
  });

  it('a session that ends keeps the text, which is saved after signing in again', async () => {
    const browser = createFakeBrowser();
    const { model, server, clock, events } = await setUp({ browser });
    const id = model.openNew() as string;
    model.change(id, { body: '<p>một</p>' });
    server.sessionEnded = true;
    await model.save(id);
    expect(events).toContainEqual({ kind: 'session-ended' });
    expect(model.window(id)?.fault?.status).toBe(401);
    await model.dispose();
    server.sessionEnded = false;
    const again = await startCompose(server, clock, { browser });
    await clock.advance(100);
    expect(again.model.window(id)).toMatchObject({ body: '<p>một</p>', unsaved: false });
    expect(server.outbox.all()).toHaveLength(1);
  });

  it('a draft opened while it is collapsed is fetched, and takes what was saved elsewhere as long as nobody types', async () => {
    const { model, server, clock } = await setUp();
    const draft = server.outbox.create({ subject: 'Nháp', body: '<p>một</p>' });
    server.delay = 100;
    const id = model.openDraft({ ...draft, body: null }, 'window') as string;
    model.change(id, { body: 'mất' });
    expect(model.window(id)).toMatchObject({ loading: true, body: '' });
    await clock.advance(1_000);
    expect(model.window(id)).toMatchObject({
      loading: false,
      body: '<p>một</p>',
      unsaved: false,
      bodyRevision: 1,
    });
  });

  it('DR-7 deleting removes the draft, and undo brings it back with its files', async () => {
    const { model, server, clock } = await setUp();
    const file = server.outbox.addFile({ name: 'a.pdf', size: 10 });
    const draft = server.outbox.create({ subject: 'Nháp', body: '<p>một</p>', files: [file.id] });
    const id = model.openDraft(draft, 'window') as string;
    const { undo } = await model.deleteDraft(id);
    expect(model.windows()).toEqual([]);
    await clock.advance(10);
    expect(server.outbox.all()).toEqual([]);
    expect(model.hasUnsaved()).toBe(false);
    await undo();
    expect(model.window(id)).toMatchObject({
      subject: 'Nháp',
      body: '<p>một</p>',
      status: 'created',
      unsaved: false,
    });
    expect(server.outbox.all().map(({ message }) => message.files)).toEqual([[file]]);
  });

  it.each(['lost-before', 'lost-after'] as const)(
    'DR-7 a deletion is %s, goes on after a reload, and its undo makes no second draft',
    async (fate) => {
      const browser = createFakeBrowser();
      const { model, server, clock, crash } = await setUp({ browser });
      const id = model.openNew() as string;
      model.change(id, { subject: 'một' });
      server.fate = (name) => (name === 'createDraft' || name === 'deleteDraft' ? fate : 'fine');
      await model.save(id);
      const { undo } = await model.deleteDraft(id);
      await clock.advance(1_000);
      const undoing = undo();
      server.fate = () => 'fine';
      await clock.advance(5_000);
      await undoing;
      expect(server.outbox.all().map(({ message }) => message.subject)).toEqual(['một']);
      server.fate = () => fate;
      await model.deleteDraft(id);
      await clock.advance(1_000);
      crash();
      server.fate = () => 'fine';
      const again = await startCompose(server, clock, { browser });
      await clock.advance(1_000);
      expect(again.model.windows()).toEqual([]);
      expect(server.outbox.all()).toEqual([]);
    },
  );

  it('a refusal that lasts is shown, and is not asked for again by itself', async () => {
    const { model, server, clock } = await setUp();
    const id = model.openNew() as string;
    model.change(id, { subject: 'một' });
    server.refuseNext.set('createDraft', new ApiError(413, 'quota_exceeded', 'full'));
    await model.close(id);
    await clock.advance(60_000);
    expect(server.called('createDraft')).toHaveLength(1);
    expect(model.window(id)).toMatchObject({ unsaved: true, fault: { code: 'quota_exceeded' } });
    await model.save(id);
    expect(model.window(id)).toMatchObject({ unsaved: false, fault: null });
  });

  it('saves everything before signing out, or says that it could not', async () => {
    const { model, server } = await setUp();
    model.change(model.openNew() as string, { subject: 'một' });
    server.isUp = false;
    expect(await model.saveAll()).toBe(false);
    server.isUp = true;
    expect(await model.saveAll()).toBe(true);
  });
});
