import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppContext } from '../../context.ts';
import { lanAnh as person } from '../../demo-world/people.ts';
import { sendEvent } from '../../mail/mailbox/publish-event.ts';
import { systemClock } from '../../platform/clock.ts';
import { databaseUrl } from '../../platform/db/pg-config.ts';
import { type Logger, silentLogger } from '../../platform/logger.ts';
import { applyChangeSet, fetchSnapshot } from '../../test-kit/apply-change-set.ts';
import { startChildServer } from '../../test-kit/child-server.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type SecondServer, startSecondServer } from '../../test-kit/second-server.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { connectSocket, type SocketClient } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const LAN_ANH = 'lan.anh@saomai.example';
const HA_PHAM = 'ha.pham@saomai.example';

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;
let logged: string[];

beforeEach(async () => {
  logged = [];
  const note = (_fields: object, message: string) => void logged.push(message);
  const log: Logger = { ...silentLogger, info: note, warn: note };
  server = await startTestServer({ log });
  lanAnh = await server.signIn(LAN_ANH);
  mailbox = await server.mailboxId(LAN_ANH);
});
afterEach(() => server.close());

async function greeted(options: { baseUrl?: string; since?: number } = {}): Promise<SocketClient> {
  const { baseUrl = server.baseUrl, ...rest } = options;
  const socket = await connectSocket(baseUrl, { room: LAN_ANH, token: lanAnh.token, ...rest });
  return socket;
}

async function presentSeq(): Promise<number> {
  return (await lanAnh.getChanges({ query: {} })).data.seq;
}

/** The program when it dies between a commit and its notification. */
function unannounced(context: AppContext): AppContext {
  return { ...context, publisher: { changed: () => undefined } };
}

function newMailOf(socket: SocketClient): string[] {
  return socket.frames.flatMap((frame) => (frame.event === 'new_mail' ? [frame.data.message_id] : []));
}

describe('an open socket', () => {
  test('NT-3 is told of new mail in the inbox with its row, and of mail elsewhere by the changes alone', async () => {
    const socket = await greeted();
    const { seq } = await socket.next('hello');
    await fileMail(server.context, mailbox, { subject: 'Trúng thưởng', folder: 'Junk' });
    expect(await socket.next('changes')).toMatchObject({ seq: seq + 1, new_mail: [] });
    const message = await fileMail(server.context, mailbox, { subject: 'Báo giá tháng 12' });
    const { data } = await lanAnh.listThreads({ query: { in: 'INBOX' } });
    expect(await socket.next('new_mail')).toEqual({ message_id: message, thread: data[0] });
    expect(await socket.next('changes')).toMatchObject({
      seq: seq + 2,
      folders: [{ name: 'INBOX', unread_threads: 1 }],
    });
    expect(newMailOf(socket)).toEqual([message]);
  });

  test('holds the present state when it lays over what comes', async () => {
    const before = await fetchSnapshot(lanAnh);
    const socket = await greeted({ since: before.seq });
    await socket.next('hello');
    await fileMail(server.context, mailbox, { subject: 'Thư mời' });
    const { thread } = await socket.next('new_mail');
    await lanAnh.starThread({ params: { id: thread.id }, body: { starred: true } });
    const first = await socket.next('changes');
    const second = await socket.next('changes');
    expect(applyChangeSet(applyChangeSet(before, first), second)).toEqual(await fetchSnapshot(lanAnh));
  });

  test('is told when it can not be brought up to date: its number is too old, or not reached yet', async () => {
    await fileMail(server.context, mailbox, {});
    const seq = await presentSeq();
    await sql`update mailbox_state set forgotten_seq = ${seq} where mailbox_id = ${mailbox}`.execute(
      server.context.db,
    );
    expect(await (await greeted({ since: seq - 1 })).next('refetch')).toEqual({ seq });
    expect(await (await greeted({ since: seq + 1 })).next('refetch')).toEqual({ seq });
    const current = await greeted({ since: seq });
    expect(await current.next('hello')).toEqual({ seq });
    await fileMail(server.context, mailbox, {});
    await current.next('new_mail');
    expect(current.frames.map((frame) => frame.event)).toEqual(['hello', 'changes', 'new_mail']);
  });

  test('is told to fetch anew when the journal went back, as after a restored copy', async () => {
    await fileMail(server.context, mailbox, {});
    const socket = await greeted();
    await socket.next('hello');
    const { db } = server.context;
    await sql`delete from changes where mailbox_id = ${mailbox}`.execute(db);
    await sql`update mailbox_state set seq = 0 where mailbox_id = ${mailbox}`.execute(db);
    await server.clock.advance(5_000);
    expect(await socket.next('refetch')).toEqual({ seq: 0 });
    await fileMail(server.context, mailbox, {});
    expect(await socket.next('changes')).toMatchObject({ seq: 1 });
  });

  test('that reads too slowly is closed, and resumes without a loss', async () => {
    const slow = await greeted();
    const reading = await greeted();
    await Promise.all([slow.next('hello'), reading.next('hello')]);
    slow.pause();
    const sent: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      sent.push(await fileMail(server.context, mailbox, { snippet: 'dài '.repeat(250_000) }));
      await reading.next('new_mail');
    }
    slow.resume();
    expect(await slow.closed).toMatchObject({ code: 4408 });
    expect(newMailOf(reading)).toEqual(sent);
    const received = newMailOf(slow);
    expect(received.length).toBeLessThan(sent.length);
    const seqs = slow.frames.flatMap((frame) => (frame.event === 'changes' ? [frame.data.seq] : []));
    const resumed = await greeted({ since: Math.max(...seqs) });
    await resumed.next('changes');
    while (newMailOf(resumed).length + received.length < sent.length) await resumed.next('new_mail');
    expect([...received, ...newMailOf(resumed)]).toEqual(sent);
  });
});

describe('a lost notification', () => {
  test('is made good by comparing numbers', async () => {
    const socket = await greeted();
    await socket.next('hello');
    const message = await fileMail(unannounced(server.context), mailbox, {});
    await server.clock.advance(5_000);
    expect((await socket.next('new_mail')).message_id).toBe(message);
  });

  test('is made good as soon as the listening connection is back', async () => {
    const socket = await greeted();
    await socket.next('hello');
    const message = await fileMail(unannounced(server.context), mailbox, {});
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'listener'`.execute(server.context.db);
    await vi.waitUntil(() => logged.includes('notification connection lost'));
    // Far less than the interval at which numbers are compared; the rest is for the machine to connect.
    for (
      let passed = 0;
      passed < 4_000 && !logged.includes('notification connection restored');
      passed += 100
    ) {
      await server.clock.advance(100);
      await systemClock.sleep(20);
    }
    await vi.waitUntil(() => logged.includes('notification connection restored'));
    expect((await socket.next('new_mail')).message_id).toBe(message);
  });

  test('is made good after the database was away, for sockets that came meanwhile as well', async () => {
    const socket = await greeted();
    await socket.next('hello');
    const { db } = server.context;
    await sql`alter table changes rename to changes_away`.execute(db);
    const joining = await greeted();
    while (!logged.includes('changes could not be sent to sockets')) await systemClock.sleep(5);
    await sql`alter table changes_away rename to changes`.execute(db);
    await server.clock.advance(5_000);
    await joining.next('hello');
    const message = await fileMail(unannounced(server.context), mailbox, {});
    await server.clock.advance(5_000);
    expect((await socket.next('new_mail')).message_id).toBe(message);
    expect((await joining.next('new_mail')).message_id).toBe(message);
  });
});

describe('two server processes', () => {
  let second: SecondServer;

  beforeEach(async () => {
    second = await startSecondServer(server);
  });
  afterEach(() => second.close());

  test('NT-6 AP-70 tell the sockets of a mailbox, wherever they are, and nobody else', async () => {
    const haPham = await server.signIn(HA_PHAM);
    const here = await greeted();
    const there = await greeted({ baseUrl: second.baseUrl });
    const others = await connectSocket(second.baseUrl, { room: HA_PHAM, token: haPham.token });
    await Promise.all([here.next('hello'), there.next('hello'), others.next('hello')]);

    const message = await fileMail(server.context, mailbox, { subject: 'Cho Lan Anh' });
    expect((await here.next('new_mail')).message_id).toBe(message);
    expect((await there.next('new_mail')).message_id).toBe(message);
    const hers = await fileMail(second.context, await server.mailboxId(HA_PHAM), { subject: 'Cho Hà' });
    expect((await others.next('new_mail')).message_id).toBe(hers);
    expect(newMailOf(others)).toEqual([hers]);
    expect(others.frames).toHaveLength(3);
    expect(newMailOf(here)).toEqual([message]);
  });

  test('signing out at one closes the sockets at the other', async () => {
    const there = await greeted({ baseUrl: second.baseUrl });
    await there.next('hello');
    await lanAnh.logout({});
    expect(await there.closed).toMatchObject({ code: 4401 });
  });

  test('AP-70 pass on what is not of the journal, and nothing that is too large for it', async () => {
    const here = await greeted();
    const there = await greeted({ baseUrl: second.baseUrl });
    await Promise.all([here.next('hello'), there.next('hello')]);
    await sendEvent(second.context.db, mailbox, { event: 'enable_smtp', data: { enable_smtp: 0 } });
    expect(await here.next('enable_smtp')).toEqual({ enable_smtp: 0 });
    expect(await there.next('enable_smtp')).toEqual({ enable_smtp: 0 });
    const job = {
      id: 'x'.repeat(8_000),
      action: 'move',
      state: 'running',
      total: 1,
      done: 0,
      can_undo: false,
      ...{ created_at: 0, to_folder_id: null, blocked: 0, unblocked: 0, not_blocked: 0, changed: 0 },
    } as const;
    await expect(
      sendEvent(second.context.db, mailbox, { event: 'bulk_progress', data: job }),
    ).rejects.toThrow(RangeError);
  });

  test('forward every change once and in order, to sockets that come at any moment', async () => {
    const since = await presentSeq();
    const sockets = [await greeted({ since }), await greeted({ baseUrl: second.baseUrl, since })];
    const filing: Promise<string>[] = [];
    for (let round = 0; round < 20; round += 1) {
      // Half of the notifications are lost.
      filing.push(fileMail(round % 2 === 0 ? server.context : unannounced(server.context), mailbox, {}));
      filing.push(fileMail(second.context, mailbox, {}));
      if (round % 4 === 0)
        sockets.push(await greeted({ baseUrl: round % 8 === 0 ? second.baseUrl : server.baseUrl, since }));
      if (round % 5 === 0) await server.clock.advance(5_000);
      // A write waits only a limited real time for its slot, and all compete for one mailbox.
      if (round % 5 === 4) await Promise.all(filing);
    }
    const all = await Promise.all(filing);
    await server.clock.advance(5_000);
    for (const socket of sockets) {
      while (newMailOf(socket).length < all.length) await socket.next('new_mail');
      expect(socket.frames[0]?.event).toBe('hello');
      expect([...newMailOf(socket)].sort()).toEqual([...all].sort());
      const seqs = socket.frames.flatMap((frame) => (frame.event === 'changes' ? [frame.data.seq] : []));
      expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    }
  });
});

describe('a server process of its own', () => {
  test('NT-6 AP-70 hears what another one files', async () => {
    const child = await startChildServer({
      dataDir: server.context.config.dataDir,
      env: { ROLES: 'http', DATABASE_URL: databaseUrl(server.context.pgConfig) },
    });
    // Closed before its database is dropped.
    await using opened = new AsyncDisposableStack();
    opened.defer(async () => void (await child.stop()));
    const { baseUrl } = child;
    const { token } = await signedInClient(baseUrl, person);
    const socket = await connectSocket(baseUrl, { room: LAN_ANH, token });
    await socket.next('hello');
    const message = await fileMail(server.context, mailbox, {});
    expect((await socket.next('new_mail')).message_id).toBe(message);
    await socket.close();
  });
});
