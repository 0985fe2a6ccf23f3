import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorBody } from '@bocau/contract/errors.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { scrub, scrubStatus } from '../../admin/scrub.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { UnclearCommitError } from '../../platform/db/database-errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { attachedPdf, fileMail } from '../../test-kit/file-mail.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { rememberFindings } from './recent-findings.ts';
import { scrubTask } from './scrub.jobs.ts';
import { readScrub } from './scrub.store.ts';
import { createPace, scrubBlobs } from './scrub-blobs.ts';
import { takeScrubLease } from './scrub-lease.ts';

const OWNER = 'lan.anh@saomai.example';
const DAY = 24 * 3_600_000;

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  const note = (fields: object) => void logged.push(fields as Record<string, unknown>);
  server = await startTestServer({
    env: { ROLES: 'http,mail' },
    log: { debug() {}, info: note, warn: note, error: note },
  });
  lanAnh = await server.signIn(OWNER);
  mailbox = await server.mailboxId(OWNER);
});
afterAll(() => server.close());

beforeEach(async () => {
  await sql`truncate damaged_blobs`.execute(server.context.db);
  await sql`update blob_scrub set recently_read = '', recently_named = ''`.execute(server.context.db);
  await sql`delete from attachments`.execute(server.context.db);
  await sql`delete from messages`.execute(server.context.db);
  logged.length = 0;
  server.clock.set(server.clock.now() + 8 * DAY);
});

function pathOf(key: string, dir = join(server.context.config.dataDir, 'blobs')): string {
  return join(dir, key.slice(0, 2), key.slice(2, 3), key);
}

async function spoil(key: string, bytes?: Buffer): Promise<void> {
  const stored = await readFile(pathOf(key));
  const at = stored.length >> 1;
  stored[at] = (stored[at] as number) ^ 1;
  await writeFile(pathOf(key), bytes ?? stored);
}

async function runScrub(): Promise<void> {
  await inTransaction(server.context.db, (tx) => addJob(tx, scrubTask, {}));
  await runJobsUntilIdle(server.context);
}

async function damage(): Promise<Record<string, string>> {
  const { rows } = await sql<{ key: string; state: string }>`
    select encode(blob, 'hex') as key, state from damaged_blobs`.execute(server.context.db);
  return Object.fromEntries(rows.map(({ key, state }) => [key, state]));
}

async function fileWith(bytes: Buffer): Promise<{ message: string; file: string; key: string }> {
  const { key, size } = await server.context.blobs.put(bytes);
  const message = await fileMail(server.context, mailbox, {
    attachments: [{ ...attachedPdf('Hợp đồng.pdf'), blob: key, size }],
  });
  const { data } = await lanAnh.getMessage({ params: { id: message }, query: {} });
  return { message, file: data.files[0]?.id as string, key };
}

async function download(file: string): Promise<{ status: number; code: string }> {
  const answer = await fetch(`${server.baseUrl}/api/v2/files/${file}/download`, {
    headers: { [SESSION_HEADER]: lanAnh.token },
  });
  if (answer.status === 200) await answer.arrayBuffer();
  const body = answer.status === 200 ? null : ((await answer.json()) as ErrorBody);
  return { status: answer.status, code: body?.error.code ?? '' };
}

async function admin(command: typeof scrub, ...args: string[]): Promise<{ code: number; told: string }> {
  let told = '';
  const out = { write: (text: string) => (told += text) };
  const code = await command.run({ context: server.context, args, out, err: { write: () => '' } });
  return { code, told };
}

test('what is damaged is found, set aside and told, and answers an error of its own from then on', async () => {
  const { file, key } = await fileWith(randomBytes(5_000));
  const sound = await fileWith(randomBytes(5_000));
  await spoil(key);
  await runScrub();

  expect(await damage()).toEqual({ [key]: 'damaged' });
  expect(logged).toContainEqual({ event: 'blob_damaged', blob: key });
  expect(await download(file)).toEqual({ status: 410, code: 'file_damaged' });
  expect(await download(sound.file)).toEqual({ status: 200, code: '' });
  const status = await admin(scrubStatus);
  expect(status.code).toBe(1);
  expect(status.told).toContain(`damaged  ${key}`);
  expect(status.told).toContain(`attachments of ${OWNER}`);
  const metrics = await (await fetch(`${server.operationsUrl}/metrics`)).text();
  expect(metrics).toContain('bocau_blobs_damaged{of="damaged"} 1');
  expect(metrics).toMatch(/bocau_scrub_bytes\{of="round"\} [1-9]/);

  // The same bytes are put again, which repairs the damage.
  await server.context.blobs.put(await readFile(join(pathOf(key), '../../../damaged', key)).then(mend));
  server.clock.set(server.clock.now() + 8 * DAY);
  await runScrub();
  expect(await damage()).toEqual({ [key]: 'mended' });
  expect(await download(file)).toEqual({ status: 200, code: '' });

  function mend(bytes: Buffer): Buffer {
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    return bytes;
  }
});

test('who reads a damaged blob gets an error, and the scrub is asked for at once', async () => {
  const small = await fileWith(randomBytes(5_000));
  const large = await fileWith(randomBytes(2_000_000));
  await spoil(small.key);
  await spoil(large.key);
  expect(await download(small.file)).toEqual({ status: 410, code: 'file_damaged' });
  // Its size and beginning were sent before the damage was found: the response breaks off, and is never
  // complete.
  await expect(download(large.file)).rejects.toThrow();
  await vi.waitFor(async () =>
    expect(await damage()).toEqual({ [small.key]: 'suspected', [large.key]: 'suspected' }),
  );
  expect(await runJobsUntilIdle(server.context)).toContain('scrub_blobs');
  expect(await damage()).toEqual({ [small.key]: 'damaged', [large.key]: 'damaged' });
  expect(await download(large.file)).toEqual({ status: 410, code: 'file_damaged' });
});

test('a file that stands in its message is proved by its own hash, and tells of the message', async () => {
  const pdf = Buffer.alloc(1_500, 'hợp đồng');
  const raw = [
    `From: khach@minhphat.example\r\nTo: ${OWNER}\r\nSubject: =?utf-8?q?H=E1=BB=A3p?=\r\nMIME-Version: 1.0`,
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nChào chị\r\n--b',
    'Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n',
    (pdf.toString('base64').match(/.{1,76}/g) as string[]).join('\r\n'),
    '--b--\r\n',
  ].join('\r\n');
  const port = server.running.lmtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  await client.send({ from: 'khach@minhphat.example', to: [OWNER], raw });
  client.end();
  const { rows } = await sql<{ id: string; key: string; source: string }>`
    select id, encode(blob, 'hex') as key, encode(held_by, 'hex') as source from attachments
    where held_by is not null`.execute(server.context.db);
  const held = rows[0] as { id: string; key: string; source: string };
  const stored = await readFile(pathOf(held.source));

  // A row that references the same bytes as a separate blob: they are restored from the message.
  const own = await fileWith(pdf);
  expect(own.key).toBe(held.key);
  await spoil(own.key);
  await runScrub();
  expect(await damage()).toEqual({ [own.key]: 'mended' });
  expect(await download(own.file)).toEqual({ status: 200, code: '' });

  const letter = stored.indexOf('\r\n--b--') - 40;
  stored[letter] = stored[letter] === 65 ? 66 : 65;
  await spoil(held.source, stored);
  expect(await download(held.id)).toEqual({ status: 410, code: 'file_damaged' });
  await vi.waitFor(async () => expect(await damage()).toMatchObject({ [held.source]: 'suspected' }));
});

test('what is missing is found, and put back from a backup', async () => {
  const { file, key } = await fileWith(randomBytes(5_000));
  const other = await fileWith(randomBytes(5_000));
  const backup = await mkdtemp(join(tmpdir(), 'bocau-copy-'));
  await cp(join(server.context.config.dataDir, 'blobs'), join(backup, 'blobs'), { recursive: true });
  await rm(pathOf(key));
  await spoil(other.key);
  await runScrub();
  expect(await damage()).toEqual({ [key]: 'missing', [other.key]: 'damaged' });
  expect(await download(file)).toEqual({ status: 404, code: 'file_not_found' });

  expect(await admin(scrub, '--mend-from', backup)).toEqual({
    code: 0,
    told: '2 blobs mended.\nNo blob is known to be damaged or missing.\n',
  });
  expect(await download(file)).toEqual({ status: 200, code: '' });
  expect(await download(other.file)).toEqual({ status: 200, code: '' });
  await rm(backup, { recursive: true });
});

test('what could only not be read for a while is put back from where it was set aside', async () => {
  const { file, key } = await fileWith(randomBytes(5_000));
  const stored = await readFile(pathOf(key));
  await spoil(key);
  await runScrub();
  expect(await download(file)).toEqual({ status: 410, code: 'file_damaged' });
  await writeFile(join(pathOf(key), '../../../damaged', key), stored);
  await runScrub();
  expect(await damage()).toEqual({ [key]: 'mended' });
  expect(await download(file)).toEqual({ status: 200, code: '' });
});

test('what is known as damaged is left for the next run where a scrub is stopped', async () => {
  const { key } = await fileWith(randomBytes(5_000));
  const { db } = server.context;
  await sql`insert into damaged_blobs (blob, state, found_at) values (decode(${key}, 'hex'), 'missing', 1)`.execute(
    db,
  );
  await scrubBlobs({ ...server.context, bytesPerSecond: 1 }, { signal: AbortSignal.abort() });
  expect(await damage()).toEqual({ [key]: 'missing' });
  await runScrub();
  expect(await damage()).toEqual({ [key]: 'mended' });
});

test('a preview is dropped and made anew, and what nothing names is forgotten', async () => {
  const { key } = await server.context.blobs.put(randomBytes(5_000));
  await sql`insert into office_previews (source, state, pdf, at)
    values (decode(${'ab'.repeat(32)}, 'hex'), 'ready', decode(${key}, 'hex'), 1)`.execute(server.context.db);
  await spoil(key);
  await runScrub();
  expect(await damage()).toEqual({});
  const { rows } = await sql`select from office_previews`.execute(server.context.db);
  expect(rows).toEqual([]);
});

describe('a round', () => {
  test('goes on where it stopped, one process at a time, and begins anew after a week', async () => {
    const { context } = server;
    for (let at = 0; at < 4; at += 1) await fileWith(randomBytes(100));
    const deps = { ...context, bytesPerSecond: 1 };
    const stop = new AbortController();
    const read: string[] = [];
    const blobs = {
      ...context.blobs,
      async verify(key: string) {
        read.push(key);
        if (read.length === 2) stop.abort();
        return context.blobs.verify(key);
      },
    };
    const running = scrubBlobs({ ...deps, blobs }, { signal: stop.signal });
    expect(await running).toBe(true);
    expect(read).toHaveLength(2);
    const going = new AbortController().signal;
    const [entered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = {
      ...blobs,
      async verify(key: string) {
        entered.resolve();
        await released.promise;
        return blobs.verify(key);
      },
    };
    const first = scrubBlobs({ ...deps, blobs: held }, { signal: going });
    await entered.promise;
    expect(await scrubBlobs({ ...deps, blobs }, { signal: going })).toBe(false);
    released.resolve();
    expect(await first).toBe(true);
    expect(read).toEqual([...new Set(read)].sort());
    const after = read.length;
    await scrubBlobs({ ...deps, blobs }, { signal: going });
    expect(read).toHaveLength(after);
    server.clock.set(server.clock.now() + 8 * DAY);
    await scrubBlobs({ ...deps, blobs }, { signal: going });
    expect(read).toHaveLength(2 * after);

    // A process slower than its lease leaves the round to the next one.
    server.clock.set(server.clock.now() + 8 * DAY);
    let nextDone = false;
    const slow = {
      ...context.blobs,
      async verify(key: string) {
        server.clock.set(server.clock.now() + 11 * 60_000);
        nextDone ||= await scrubBlobs({ ...deps, blobs }, { signal: going });
        return context.blobs.verify(key);
      },
    };
    expect(await scrubBlobs({ ...deps, blobs: slow }, { signal: going })).toBe(false);
    expect(nextDone).toBe(true);
    expect(read).toHaveLength(3 * after);
    expect(await readScrub(context.db)).toMatchObject({ leased_until: 0, blobs: after });

    // A renewal that was committed, but whose answer was lost.
    const lease = await takeScrubLease(context);
    server.clock.set(server.clock.now() + 60_000);
    const unclear = lease?.renew(async (tx) => {
      await sql`commit`.execute(tx);
      throw new UnclearCommitError();
    });
    await expect(unclear).rejects.toThrow(UnclearCommitError);
    await lease?.giveBack({ read: '', named: '' }, null);
    expect(await readScrub(context.db)).toMatchObject({ leased_until: 0 });
  });

  test('stops where most blobs seem damaged, and moves only a few', async () => {
    for (let at = 0; at < 24; at += 1) await fileWith(randomBytes(100));
    const { context } = server;
    let aside = 0;
    const blobs = {
      ...context.blobs,
      verify: async () => 'damaged' as const,
      async setAside() {
        aside += 1;
        return true;
      },
    };
    const { signal } = new AbortController();
    await scrubBlobs({ ...context, blobs, bytesPerSecond: 1 }, { signal, now: true });
    expect(aside).toBe(20);
    expect(logged).toContainEqual(expect.objectContaining({ event: 'scrub_stopped' }));
    expect((await admin(scrubStatus)).told).toContain('Stopped since');
    // An hour later it is still stopped, until an administrator confirms.
    await scrubBlobs({ ...context, blobs, bytesPerSecond: 1 }, { signal });
    expect(aside).toBe(20);
    await scrubBlobs({ ...context, blobs, bytesPerSecond: 1 }, { signal, now: true });
    expect(aside).toBeGreaterThan(20);

    await sql`truncate damaged_blobs`.execute(context.db);
    await scrubBlobs({ ...context, bytesPerSecond: 0 }, { signal, now: true });
    expect((await admin(scrubStatus)).told).not.toContain('Stopped since');
  });

  test('stays stopped, and does not read the sound blobs before the damage again and again', async () => {
    const { context } = server;
    for (let at = 0; at < 60; at += 1) await context.blobs.put(randomBytes(100));
    const keys: string[] = [];
    for await (const { key } of context.blobs.list()) keys.push(key);
    const sound = new Set(keys.sort().slice(0, 30));
    const counts = { read: 0, aside: 0 };
    const blobs = {
      ...context.blobs,
      async verify(key: string) {
        counts.read += 1;
        return sound.has(key) ? ('sound' as const) : ('damaged' as const);
      },
      async setAside() {
        counts.aside += 1;
        return true;
      },
    };
    const { signal } = new AbortController();
    await sql`update blob_scrub set ended_at = coalesce(ended_at, 0)`.execute(context.db);
    await scrubBlobs({ ...context, blobs, bytesPerSecond: 0 }, { signal, now: true });
    // 21 of the last 40.
    expect(counts).toEqual({ read: 30 + 22, aside: 21 });
    for (let hour = 0; hour < 3; hour += 1)
      await scrubBlobs({ ...context, blobs, bytesPerSecond: 1 }, { signal });
    expect(counts).toEqual({ read: 30 + 22 + 3, aside: 21 });
    await sql`truncate damaged_blobs`.execute(context.db);
  });

  test('stops where a disk begins to fail, however many blobs it has read before', () => {
    const recent = rememberFindings('');
    const after = (sound: number, damaged: number) => {
      for (let at = 0; at < sound; at += 1) recent.sound();
      for (let at = 0; at < damaged; at += 1) recent.damaged();
      return recent.isEnough();
    };
    expect(after(5_000, 20)).toBe(false);
    expect(after(0, 1)).toBe(true);
    expect(rememberFindings(recent.toText()).isEnough()).toBe(true);
    expect(after(20, 0)).toBe(false);
    for (let at = 0; at < 200; at += 1) expect(after(2, 1)).toBe(false);
  });

  test('reads no faster than it may', async () => {
    const clock = createTestClock();
    const pace = createPace(clock, 1_000_000, new AbortController().signal);
    await pace(900_000);
    let waited = false;
    const waiting = pace(2_000_000).then(() => (waited = true));
    await clock.advance(2_800);
    expect(waited).toBe(false);
    await clock.advance(200);
    await waiting;
  });
});
