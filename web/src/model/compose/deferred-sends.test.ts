import { ApiError } from '@bocau/contract/client.ts';
import { describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../engine/test-kit/memory-storage.ts';
import { createRandom } from '../engine/test-kit/random.ts';
import type { ComposeModel } from './compose-model.ts';
import {
  type ComposeTab,
  createFakeBrowser,
  createFakeCompose,
  type FakeCompose,
  startCompose,
} from './test-kit/start-compose.ts';

const NOW = { type: 'send' } as const;

function setUp(seed = 1) {
  const clock = createManualClock();
  const server = createFakeCompose(clock, seed);
  const browser = createFakeBrowser();
  const start = (given: Parameters<typeof startCompose>[2] = {}) =>
    startCompose(server, clock, { browser, upload: uploadTo(server), ...given });
  return { clock, server, browser, start };
}

function uploadTo(server: FakeCompose) {
  return async (file: File) => {
    if (!server.isUp) throw new ApiError(0, 'no_answer', 'lost on the way');
    if (server.sessionEnded) throw new ApiError(401, 'session_required', 'sign in');
    return server.outbox.addFile(file);
  };
}

function cut(server: FakeCompose, tab: ComposeTab): void {
  server.isUp = false;
  tab.setOnline(false);
}

function mend(server: FakeCompose, tab: ComposeTab): void {
  server.isUp = true;
  tab.setOnline(true);
}

function write(model: ComposeModel, subject = 'Chào'): string {
  const id = model.openNew({ to: 'binh@x.vn', subject }) as string;
  model.change(id, { body: `<p>${subject}</p>` });
  return id;
}

const gone = (server: FakeCompose) => {
  for (const { message } of server.outbox.all()) server.outbox.read(message.id);
  return server.outbox.all().map(({ message, gone: bodies }) => [message.subject, bodies.length]);
};
const waiting = (model: ComposeModel) => model.deferredMails().map(({ subject }) => subject);

describe('a message that is sent without a connection', () => {
  it('SD-14 is kept, told, and leaves by itself when there is one', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    cut(server, tab);
    const id = write(tab.model);
    expect(await tab.model.send(id, NOW, [])).toEqual({ kind: 'deferred' });
    expect(tab.events).toContainEqual({ kind: 'send-deferred', windowId: id, because: 'offline' });
    expect([tab.model.windows(), waiting(tab.model)]).toEqual([[], ['Chào']]);
    await clock.advance(600_000);
    // A deferred message survives closing the page, so no warning is shown; signing out would remove it.
    expect(tab.model.hasUnsaved()).toBe(false);
    expect(await tab.model.saveAll()).toBe(false);
    mend(server, tab);
    await clock.advance(60_000);
    expect([gone(server), waiting(tab.model)]).toEqual([[['Chào', 1]], []]);
    expect(server.called('sendMail')).toHaveLength(1);
    expect(await tab.model.saveAll()).toBe(true);
  });

  it('PM-11 archives what it answers when it leaves', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    cut(server, tab);
    const id = write(tab.model);
    const how = { type: 'send', aside: { to: 'archive' } } as const;
    expect(await tab.model.send(id, how, [])).toEqual({ kind: 'deferred' });
    mend(server, tab);
    await clock.advance(60_000);
    expect(JSON.stringify(server.called('sendMail'))).toContain('"set_aside":{"to":"archive"}');
  });

  it('can be taken back as usual for as long as sends are held, once it has left', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    cut(server, tab);
    await tab.model.send(write(tab.model), NOW, []);
    mend(server, tab);
    await clock.advance(1_000);
    const [sent] = tab.model.sentMails();
    expect((await tab.model.undoSend(sent?.messageId ?? '')).kind).toBe('undone');
    await clock.advance(60_000);
    expect(gone(server)).toEqual([['Chào', 0]]);
  });

  it('asks what there is to ask when it is sent, not when it leaves', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    cut(server, tab);
    const id = tab.model.openNew({ to: 'binh@x.vn' }) as string;
    tab.model.change(id, { body: '<p>x</p>' });
    expect(await tab.model.send(id, NOW, [])).toMatchObject({ problems: [{ kind: 'empty_subject' }] });
    expect((await tab.model.send(id, NOW, ['empty_subject'])).kind).toBe('deferred');
    mend(server, tab);
    await clock.advance(60_000);
    expect(gone(server)).toEqual([['', 1]]);
  });

  it.each([
    ['a reload', true],
    ['the next start, without a connection at first', false],
  ])('SD-14 leaves after %s, with the file that was added offline', async (_what, online) => {
    const { server, clock, browser, start } = setUp();
    const tab = await start();
    cut(server, tab);
    const id = write(tab.model);
    tab.model.addFiles(id, [new File(['báo giá'], 'báo giá.pdf')]);
    expect(tab.model.window(id)?.attachmentFiles[0]?.uploadState).toBe('offline');
    expect((await tab.model.send(id, NOW, [])).kind).toBe('deferred');
    await clock.advance(1_000);
    tab.crash();
    server.isUp = online;
    const next = await start({ online });
    expect(waiting(next.model)).toEqual(online ? [] : ['Chào']);
    await clock.advance(60_000);
    mend(server, next);
    await clock.advance(60_000);
    expect(gone(server)).toEqual([['Chào', 1]]);
    expect(server.outbox.all()[0]?.message.files.map(({ name }) => name)).toEqual(['báo giá.pdf']);
    await clock.advance(60_000);
    expect(await browser.storage.keys('unsent lan.anh@saomai.example compose')).toEqual([]);
  });

  it('SD-14 is put off with its file where the browser knows a network and the server is out of reach', async () => {
    const { server, clock, browser, start } = setUp();
    const tab = await start({ settings: { notice_spam: true } });
    server.isUp = false;
    tab.setReached(false);
    const id = write(tab.model);
    tab.model.addFiles(id, [new File(['báo giá'], 'báo giá.pdf')]);
    await clock.advance(0);
    expect(tab.model.window(id)?.attachmentFiles[0]?.uploadState).toBe('offline');
    expect(await tab.model.send(id, NOW, [])).toEqual({ kind: 'deferred' });
    await clock.advance(0);
    expect(await browser.storage.keys('unsent lan.anh@saomai.example compose-file ')).toHaveLength(1);
    server.isUp = true;
    tab.setReached(true);
    await clock.advance(60_000);
    expect(gone(server)).toEqual([['Chào', 1]]);
    expect(server.outbox.all()[0]?.message.files.map(({ name }) => name)).toEqual(['báo giá.pdf']);
  });

  it('AT-13 a file that failed is asked about before a message is put off without it', async () => {
    const { server, clock, start } = setUp();
    const tab = await start({ settings: { notice_spam: true } });
    server.isUp = false;
    const id = write(tab.model);
    tab.model.addFiles(id, [new File(['báo giá'], 'báo giá.pdf')]);
    await clock.advance(0);
    const sending = tab.model.send(id, NOW, []);
    await clock.advance(10_000);
    expect(await sending).toMatchObject({ problems: [{ kind: 'files_failed' }] });
    expect(waiting(tab.model)).toEqual([]);
  });

  it('AT-1 a file that waits goes up by itself as soon as the server is there again', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    server.isUp = false;
    tab.setReached(false);
    const id = write(tab.model);
    tab.model.addFiles(id, [new File(['báo giá'], 'báo giá.pdf')]);
    await clock.advance(60_000);
    expect(tab.model.window(id)?.attachmentFiles[0]?.uploadState).toBe('offline');
    server.isUp = true;
    tab.setReached(true);
    await clock.advance(1_000);
    expect(tab.model.window(id)?.attachmentFiles[0]?.uploadState).toBe('uploaded');
  });

  it('SD-14 AT-1 leaves with its file although the page went while that was going up', async () => {
    const { server, clock, start } = setUp();
    const tab = await start({
      upload: () =>
        server.isUp ? new Promise(() => undefined) : Promise.reject(new ApiError(0, 'no_answer', 'x')),
    });
    cut(server, tab);
    const id = write(tab.model);
    tab.model.addFiles(id, [new File(['báo giá'], 'báo giá.pdf')]);
    await tab.model.send(id, NOW, []);
    mend(server, tab);
    await clock.advance(1_000);
    tab.crash();
    const next = await start();
    await clock.advance(60_000);
    expect([gone(server), waiting(next.model)]).toEqual([[['Chào', 1]], []]);
    expect(server.outbox.all()[0]?.message.files.map(({ name }) => name)).toEqual(['báo giá.pdf']);
  });

  it('AU-6 sends no bytes again while the session has ended', async () => {
    const { server, clock, start } = setUp();
    let uploads = 0;
    const upload = (file: File) => {
      uploads += 1;
      return uploadTo(server)(file);
    };
    const tab = await start({ upload });
    cut(server, tab);
    const id = write(tab.model);
    tab.model.addFiles(id, [new File(['x'], 'a.pdf')]);
    await tab.model.send(id, NOW, []);
    server.sessionEnded = true;
    mend(server, tab);
    await clock.advance(10);
    const tried = uploads;
    await clock.advance(300_000);
    expect(uploads).toBe(tried);
    server.sessionEnded = false;
    cut(server, tab);
    mend(server, tab);
    await clock.advance(60_000);
    expect(gone(server)).toEqual([['Chào', 1]]);
  });

  it.each<[string, (value: unknown) => Promise<void>, boolean]>([
    ['takes it', async () => undefined, false],
    [
      'has no room for it',
      async (value) => {
        if (value instanceof File) throw new DOMException('full', 'QuotaExceededError');
      },
      true,
    ],
    [
      'still writes it',
      (value) => (value instanceof File ? new Promise(() => undefined) : Promise.resolve()),
      true,
    ],
  ])('has its file kept, or asks before the page is closed: the browser %s', async (_what, take, asks) => {
    const { server, clock, start } = setUp();
    const storage = createMemoryStorage();
    const set = (key: string, value: unknown) => take(value).then(() => storage.set(key, value));
    const tab = await start({ browser: createFakeBrowser({ ...storage, set }) });
    cut(server, tab);
    const id = write(tab.model);
    tab.model.addFiles(id, [new File(['báo giá'], 'báo giá.pdf')]);
    await tab.model.send(id, NOW, []);
    await clock.advance(1_500);
    expect(tab.model.hasUnsaved()).toBe(asks);
    mend(server, tab);
    await clock.advance(60_000);
    expect([gone(server), tab.model.hasUnsaved()]).toEqual([[['Chào', 1]], false]);
  });

  it('AT-13 leaves no bytes of a file that was removed while they were written', async () => {
    const { server, clock, start } = setUp();
    const storage = createMemoryStorage();
    const set = (key: string, value: unknown) =>
      value instanceof File
        ? new Promise<void>((done) => void clock.after(500, () => done(storage.set(key, value))))
        : storage.set(key, value);
    const tab = await start({ browser: createFakeBrowser({ ...storage, set }) });
    cut(server, tab);
    const id = write(tab.model);
    tab.model.addFiles(id, [new File(['báo giá'], 'báo giá.pdf')]);
    await clock.advance(100);
    tab.model.removeFile(id, tab.model.window(id)?.attachmentFiles[0]?.key ?? '');
    await clock.advance(1_000);
    expect(await storage.keys('unsent lan.anh@saomai.example compose-file')).toEqual([]);
  });

  it('belongs to one tab at a time', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    cut(server, tab);
    await tab.model.send(write(tab.model), NOW, []);
    await clock.advance(1_000);
    server.isUp = true;
    const other = await start();
    await clock.advance(60_000);
    expect([waiting(tab.model), waiting(other.model)]).toEqual([['Chào'], []]);
    expect(server.called('sendMail')).toEqual([]);
    tab.crash();
    await clock.advance(120_000);
    expect(gone(server)).toEqual([['Chào', 1]]);
  });

  it('is not found by another person on this device', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    cut(server, tab);
    await tab.model.send(write(tab.model), NOW, []);
    await clock.advance(1_000);
    tab.crash();
    server.isUp = true;
    const other = await start({ email: 'binh@saomai.example' });
    await clock.advance(120_000);
    expect([waiting(other.model), gone(server)]).toEqual([[], []]);
    other.crash();
    await start();
    await clock.advance(60_000);
    expect(gone(server)).toEqual([['Chào', 1]]);
  });

  it('AU-6 waits for its own person where the session has ended meanwhile', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    cut(server, tab);
    const id = write(tab.model);
    tab.model.addFiles(id, [new File(['x'], 'a.pdf')]);
    await tab.model.send(id, NOW, []);
    server.sessionEnded = true;
    mend(server, tab);
    await clock.advance(60_000);
    expect(tab.events).toContainEqual({ kind: 'session-ended' });
    expect(waiting(tab.model)).toEqual(['Chào']);
    tab.crash();
    server.sessionEnded = false;
    await start();
    await clock.advance(60_000);
    expect(gone(server)).toEqual([['Chào', 1]]);
  });
});

describe('SD-14 a message that waits leaves once', () => {
  it.each(['lost-before', 'lost-after'] as const)('whatever became of a call that was %s', async (fate) => {
    const { server, clock, start } = setUp();
    const tab = await start();
    const id = write(tab.model);
    await tab.model.save(id);
    server.fate = (name) => (name === 'sendMail' ? fate : 'fine');
    const sending = tab.model.send(id, NOW, []);
    await clock.advance(10_000);
    expect(await sending).toEqual({ kind: 'deferred' });
    expect(tab.events).toContainEqual({ kind: 'send-deferred', windowId: id, because: 'away' });
    server.fate = () => 'fine';
    await clock.advance(120_000);
    expect([gone(server), waiting(tab.model), tab.model.windows()]).toEqual([[['Chào', 1]], [], []]);
  });

  it.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'through lost answers, crashes and reloads (%i)',
    async (seed) => {
      const { server, clock, start } = setUp(seed);
      const random = createRandom(seed);
      server.delay = 400;
      let tab = await start();
      cut(server, tab);
      await tab.model.send(write(tab.model), NOW, []);
      const fates = ['fine', 'lost-before', 'lost-after', 'unavailable'] as const;
      server.fate = () => fates[random.below(fates.length)] ?? 'fine';
      for (let round = 0; round < 6; round++) {
        mend(server, tab);
        await clock.advance(random.below(4_000));
        if (random.below(2) === 0) cut(server, tab);
        await clock.advance(random.below(4_000));
        if (random.below(2) === 0) {
          tab.crash();
          tab = await start();
        }
      }
      server.fate = () => 'fine';
      mend(server, tab);
      await clock.advance(300_000);
      expect([gone(server), waiting(tab.model), tab.model.windows()]).toEqual([[['Chào', 1]], [], []]);
    },
  );

  it('and not at all when it was taken back, also by a call that comes late', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    const id = write(tab.model);
    await tab.model.save(id);
    const version = server.outbox.all()[0]?.message.draft?.version;
    cut(server, tab);
    await tab.model.send(id, NOW, []);
    expect(await tab.model.takeBackDeferred(id)).toEqual({ kind: 'undone', windowId: id });
    expect(tab.model.windows()).toMatchObject([{ id, windowState: 'pin', takesFocus: true }]);
    expect(waiting(tab.model)).toEqual([]);
    mend(server, tab);
    await clock.advance(60_000);
    expect(() => server.outbox.send(tab.model.window(id)?.messageId ?? '', version, 0)).toThrow();
    expect(gone(server)).toEqual([['Chào', 0]]);
  });

  it('and not at all when it was taken back while it was on its way', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    cut(server, tab);
    const id = write(tab.model);
    await tab.model.send(id, NOW, []);
    server.delay = 400;
    mend(server, tab);
    await clock.advance(300);
    const undoing = tab.model.takeBackDeferred(id);
    await clock.advance(60_000);
    expect((await undoing).kind).toBe('undone');
    expect(gone(server)).toEqual([['Chào', 0]]);
    expect(tab.model.windows()).toMatchObject([{ id, subject: 'Chào' }]);
  });

  async function untilSent(server: FakeCompose, clock: ManualClock) {
    for (let step = 0; step < 500 && server.called('sendMail').length === 0; step++) await clock.advance(10);
  }

  /** The server has accepted the message, but its answer was lost. */
  async function sentUnheard(tab: ComposeTab, server: FakeCompose, clock: ManualClock) {
    const id = write(tab.model);
    await tab.model.save(id);
    server.fate = (name) => (name === 'sendMail' ? 'lost-after' : 'fine');
    const sending = tab.model.send(id, NOW, []);
    await clock.advance(7_500);
    expect(await sending).toEqual({ kind: 'deferred' });
    server.fate = () => 'fine';
    return id;
  }

  it('SD-11 and not at all when it was taken back while the server holds it unheard', async () => {
    const { server, clock, start } = setUp();
    const tab = await start({ settings: { time_delay_send: 30 } });
    const id = await sentUnheard(tab, server, clock);
    expect(await tab.model.takeBackDeferred(id)).toEqual({ kind: 'undone', windowId: id });
    await clock.advance(120_000);
    expect(gone(server)).toEqual([['Chào', 0]]);
    expect(tab.model.windows()).toMatchObject([{ id, unsaved: false, status: 'saved' }]);
    expect(tab.events.map(({ kind }) => kind)).toEqual(['send-deferred']);
    await tab.model.send(id, NOW, []);
    await clock.advance(120_000);
    expect(gone(server)).toEqual([['Chào', 1]]);
  });

  it('SD-11 and what was typed since it was taken back is saved with it', async () => {
    const { server, clock, start } = setUp();
    const tab = await start({ settings: { time_delay_send: 30 } });
    const id = await sentUnheard(tab, server, clock);
    server.delay = 400;
    const undoing = tab.model.takeBackDeferred(id);
    tab.model.change(id, { body: '<p>khác</p>' });
    await clock.advance(120_000);
    expect(await undoing).toEqual({ kind: 'undone', windowId: id });
    expect(gone(server)).toEqual([['Chào', 0]]);
    expect(server.outbox.all()[0]?.message.body).toBe('<p>khác</p>');
    expect(tab.model.windows()).toMatchObject([{ id, body: '<p>khác</p>', unsaved: false }]);
  });

  it('SD-11 and not at all when it was taken back in a pause between two tries', async () => {
    const { server, clock, start } = setUp();
    const tab = await start({ settings: { time_delay_send: 30 } });
    cut(server, tab);
    const id = write(tab.model);
    await tab.model.send(id, NOW, []);
    server.fate = (name) => (name === 'sendMail' ? 'lost-after' : 'fine');
    mend(server, tab);
    await untilSent(server, clock);
    const undoing = tab.model.takeBackDeferred(id);
    await clock.advance(120_000);
    expect(await undoing).toEqual({ kind: 'undone', windowId: id });
    expect(gone(server)).toEqual([['Chào', 0]]);
    expect(tab.model.windows()).toMatchObject([{ id, unsaved: false, status: 'saved' }]);
  });

  it.each([
    ['in the same page', false],
    ['after a reload', true],
  ])('SD-11 and says so where nobody knows yet, and takes it back %s', async (_what, reloads) => {
    const { server, clock, start } = setUp();
    let tab = await start({ settings: { time_delay_send: 30 } });
    const id = await sentUnheard(tab, server, clock);
    cut(server, tab);
    expect(await tab.model.takeBackDeferred(id)).toEqual({ kind: 'unsettled', windowId: id });
    expect(tab.model.windows()).toMatchObject([{ id }]);
    await clock.advance(5_000);
    if (reloads) {
      tab.crash();
      server.isUp = true;
      tab = await start();
    }
    mend(server, tab);
    await clock.advance(120_000);
    expect(gone(server)).toEqual([['Chào', 0]]);
    const outcome = { kind: 'undone', windowId: id };
    expect(tab.events).toContainEqual({ kind: 'deferred-opened', windowId: id, outcome });
    expect(tab.model.windows()).toMatchObject([{ id, unsaved: false }]);
  });

  it('SD-12 and is not told as taken back when it has left without a delay', async () => {
    const { server, clock, start } = setUp();
    const tab = await start({ settings: { enable_delay_send: false } });
    cut(server, tab);
    const id = write(tab.model);
    await tab.model.save(id);
    await tab.model.send(id, NOW, []);
    server.delay = 400;
    mend(server, tab);
    await untilSent(server, clock);
    const undoing = tab.model.takeBackDeferred(id);
    await clock.advance(60_000);
    const outcome = await undoing;
    expect(outcome).toMatchObject({ kind: 'refused', error: { code: 'not_undoable' } });
    expect(gone(server)).toEqual([['Chào', 1]]);
    expect(tab.model.windows()).toEqual([]);
    expect(await tab.model.takeBackDeferred(id)).toMatchObject({ kind: 'refused' });
  });

  it('where it was sent from another place meanwhile', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    const id = write(tab.model);
    await tab.model.save(id);
    const messageId = tab.model.window(id)?.messageId ?? '';
    cut(server, tab);
    await tab.model.send(id, NOW, []);
    server.outbox.send(messageId, undefined, 0);
    mend(server, tab);
    await clock.advance(60_000);
    expect(gone(server)).toEqual([['Chào', 1]]);
  });
});

describe('a message that waits and can not leave as it is', () => {
  it('SD-14 DR-9 whose draft was changed elsewhere stands open, and says that it has not left', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    const id = write(tab.model);
    await tab.model.save(id);
    const messageId = tab.model.window(id)?.messageId ?? '';
    tab.model.change(id, { subject: 'Chào anh' });
    cut(server, tab);
    await tab.model.send(id, NOW, []);
    server.outbox.save(messageId, { body: '<p>của máy khác</p>' });
    mend(server, tab);
    await clock.advance(120_000);
    const seen = { place: 'window', windowState: 'pin' };
    expect(tab.model.window(id)).toMatchObject({ ...seen, isUnsent: true, subject: 'Chào anh' });
    await tab.model.resolveConflict(id, 'mine');
    expect(tab.model.window(id)).toMatchObject({ ...seen, isUnsent: false, conflict: null });
    expect([waiting(tab.model), gone(server)]).toEqual([[], [['Chào anh', 0]]]);
    expect((await tab.model.send(id, NOW, [])).kind).toBe('done');
  });

  it.each<[string, (server: FakeCompose, messageId: string) => unknown, object]>([
    [
      'whose draft was thrown away elsewhere',
      (server, messageId) => server.outbox.remove(messageId),
      { failure: null },
    ],
    [
      'SD-15 that the server refuses',
      (server) => server.refuseNext.set('sendMail', new ApiError(403, 'sender_not_allowed', 'x')),
      { failure: { reason: 'sender_not_allowed' } },
    ],
  ])('%s is there again, aside, and not sent', async (_what, happen, told) => {
    const { server, clock, start } = setUp();
    const tab = await start();
    const id = write(tab.model);
    await tab.model.save(id);
    const messageId = tab.model.window(id)?.messageId ?? '';
    tab.model.change(id, { subject: 'Chào anh' });
    cut(server, tab);
    await tab.model.send(id, NOW, []);
    happen(server, messageId);
    mend(server, tab);
    await clock.advance(120_000);
    expect(tab.events).toContainEqual(
      expect.objectContaining({
        kind: 'deferred-stopped',
        windowId: id,
        ...told,
        failure: expectFailure(told),
      }),
    );
    expect(waiting(tab.model)).toEqual([]);
    expect(tab.model.windows()).toMatchObject([{ id, windowState: 'mini', takesFocus: false }]);
    expect(gone(server).every(([, times]) => times === 0)).toBe(true);
  });

  it('opens again from the list of drafts, and is not sent by itself any more', async () => {
    const { server, clock, start } = setUp();
    const tab = await start();
    const id = write(tab.model);
    await tab.model.save(id);
    const draft = server.outbox.read(tab.model.window(id)?.messageId ?? '');
    cut(server, tab);
    await tab.model.send(id, NOW, []);
    expect(tab.model.openDraft(draft, 'window')).toBe(id);
    await clock.advance(0);
    const outcome = { kind: 'undone', windowId: id };
    expect(tab.events).toContainEqual({ kind: 'deferred-opened', windowId: id, outcome });
    mend(server, tab);
    await clock.advance(60_000);
    expect(gone(server)).toEqual([['Chào', 0]]);
  });

  it('AT-13 with a file that is refused later is looked at first', async () => {
    const { server, clock, start } = setUp();
    const tab = await start({
      async upload() {
        if (!server.isUp) throw new ApiError(0, 'no_answer', 'x');
        throw new ApiError(400, 'file_not_allowed', 'x');
      },
    });
    cut(server, tab);
    const id = write(tab.model);
    tab.model.addFiles(id, [new File(['x'], 'a.pdf')]);
    await tab.model.send(id, NOW, []);
    mend(server, tab);
    await clock.advance(60_000);
    expect(tab.events).toContainEqual(expect.objectContaining({ kind: 'deferred-stopped', failure: null }));
    expect(server.called('sendMail')).toEqual([]);
    expect(tab.model.windows()).toMatchObject([{ attachmentFiles: [{ uploadState: 'invalid_file' }] }]);
  });
});

function expectFailure(told: object): unknown {
  const { failure } = told as { failure: object | null };
  return failure === null ? null : expect.objectContaining(failure);
}
