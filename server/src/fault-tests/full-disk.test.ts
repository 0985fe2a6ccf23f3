import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { isDatabaseUnavailable } from '../platform/db/database-errors.ts';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { SOCKET_PORT, SUPERUSER } from '../platform/db/postgres-cluster.ts';
import { APP_DATABASE, APP_USER } from '../platform/db/postgres-keeper.ts';
import { type ChildServer, startChildServer } from '../test-kit/child-server.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { endPostgresOf } from './clean-up.ts';
import { findDamage } from './crash-run.ts';
import { makeMessages } from './make-messages.ts';
import { type OutgoingMessage, type SenderFigures, sendPersistently } from './persistent-sender.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';
import { fillUp, hasNamespaces, seenBy, smallDisk } from './small-disk.ts';

const NO_DISK = 'this machine refuses user namespaces, so there is no small disk of our own to fill';
const NO_DAMAGE = { missing: [], doubled: [], lostBlobs: [], differences: [] };

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(fastFolder(), 'bocau-full-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function send(
  child: ChildServer,
  messages: OutgoingMessage[],
  onAccepted: (count: number) => void,
): Promise<SenderFigures> {
  const port = async () => child.lmtpPort;
  return sendPersistently({ messages, connections: 4, clock: systemClock, port, onAccepted });
}

/** Sends one message directly, to see the reply to a sender. */
async function answerTo(child: ChildServer, raw: string): Promise<{ code: number; said: string }> {
  const client = await connectMail({ host: '127.0.0.1', port: child.lmtpPort, protocol: 'lmtp' });
  const { recipients, message } = await client.send({
    from: 'k@minhphat.example',
    to: [`p0@${DOMAIN}`],
    raw,
  });
  client.end();
  const reply = message[0] ?? recipients[0];
  return { code: reply?.code ?? 0, said: reply?.lines.join(' ') ?? '' };
}

function bigMessage(): string {
  return makeMessages(1, [`p0@${DOMAIN}`], 'big', { longest: 200_000 })[0]?.raw ?? '';
}

test('with no room for blobs senders are told 452 4.3.1, and with room again all goes on by itself', {
  timeout: 120_000,
}, async ({ skip }) => {
  skip(!hasNamespaces(), NO_DISK);
  const dataDir = await makeFolder();
  const blobDir = join(dataDir, 'blobs');
  await mkdir(blobDir);
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const env = {
    DATABASE_URL: databaseUrl(database.pgConfig),
    ROLES: 'mail',
    BLOB_STORE: `file:${blobDir}`,
  };
  const prepared = await openParts(dataDir, env);
  const people = await preparePeople(prepared, 4);
  await prepared.close();

  const child = await startChildServer({ dataDir, env, inside: smallDisk(blobDir, 12).inside });
  onTestFinished(() => void child.kill('SIGKILL'));
  const disk = seenBy(child.pid, blobDir);
  const filler = fillUp(disk, 500_000);
  const messages = makeMessages(300, [...people.keys()], 'blobs');
  const sending = send(child, messages, () => undefined);
  const line = await child.logged('delivery deferred: blob store full');
  expect(line).toMatchObject({ level: 50, reason: expect.stringContaining('No room left for blobs') });
  expect(await answerTo(child, bigMessage())).toMatchObject({
    code: 452,
    said: expect.stringMatching(/^4\.3\.1 /),
  });

  await filler.empty();
  const figures = await sending;
  expect(figures.deferReply).toBeGreaterThan(0);
  expect(figures.refused).toEqual([]);
  const parts = await openParts(dataDir, { ...env, BLOB_STORE: `file:${disk}` });
  expect((await findDamage(parts, people, messages)).damage).toEqual(NO_DAMAGE);
  await parts.close();
  expect(await child.stop()).toBe(0);
});

test('with no room for the database senders are put off, and with room again all goes on by itself', {
  timeout: 120_000,
}, async ({ skip }) => {
  skip(!hasNamespaces(), NO_DISK);
  const folder = await makeFolder();
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const blobs = { BLOB_STORE: `file:${join(folder, 'blobs')}` };
  const child = await startChildServer({ dataDir, env: blobs, inside: smallDisk(dataDir, 500).inside });
  const disk = seenBy(child.pid, dataDir);
  onTestFinished(async () => {
    await endPostgresOf(disk);
    child.kill('SIGKILL');
  });
  const server = {
    host: join(disk, 'pg/socket'),
    port: SOCKET_PORT,
    user: APP_USER,
    database: APP_DATABASE,
  };
  const env = { ...blobs, DATABASE_URL: databaseUrl(server) };
  const prepared = await openParts(dataDir, env);
  const people = await preparePeople(prepared, 4);
  await prepared.close();

  const messages = makeMessages(150, [...people.keys()], 'database', { longest: 40_000 });
  let filler: ReturnType<typeof fillUp> | undefined;
  const sending = send(child, messages, (count) => {
    if (count === 20) filler = fillUp(disk, 0);
  });
  const line = await child.logged(/^delivery deferred/);
  expect(line).toMatchObject({
    level: 50,
    msg: expect.stringContaining('database unavailable'),
  });
  expect(await answerTo(child, bigMessage())).toMatchObject({ code: 451 });

  await filler?.empty();
  const figures = await sending;
  expect(figures.deferReply).toBeGreaterThan(0);
  expect(figures.refused).toEqual([]);
  const parts = await openParts(dataDir, env);
  expect((await findDamage(parts, people, messages)).damage).toEqual(NO_DAMAGE);
  await parts.close();
  expect(await child.stop()).toBe(0);
});

const WITHOUT_LOG = [
  { where: 'on a disk of its own', full: 'pg/pg_wal', megabytes: 160 },
  { where: 'on one disk with all of the database', full: '.', megabytes: 260 },
];

test.for(WITHOUT_LOG)(
  'with no room for the write-ahead log, $where, PostgreSQL is down until there is room again, and nothing is lost',
  { timeout: 120_000 },
  async ({ full, megabytes }, { skip }) => {
    skip(!hasNamespaces(), NO_DISK);
    const folder = await makeFolder();
    const dataDir = join(folder, 'data');
    const env = { BLOB_STORE: `file:${join(folder, 'blobs')}` };
    const prepared = await openParts(dataDir, env);
    const people = await preparePeople(prepared, 4);
    await prepared.close();

    const disk = join(dataDir, full);
    const child = await startChildServer({ dataDir, env, inside: smallDisk(disk, megabytes).inside });
    const seenDataDir = seenBy(child.pid, dataDir);
    onTestFinished(async () => {
      await endPostgresOf(seenDataDir);
      child.kill('SIGKILL');
    });
    const socket = { host: join(seenDataDir, 'pg/socket'), port: SOCKET_PORT };

    const messages = makeMessages(150, [...people.keys()], full, { longest: 40_000 });
    let filler: ReturnType<typeof fillUp> | undefined;
    let usingUp: Promise<void> | undefined;
    const sending = send(child, messages, (count) => {
      if (count !== 20) return;
      filler = fillUp(seenBy(child.pid, disk), 0);
      usingUp = useUpLog({ ...socket, user: SUPERUSER, database: 'postgres' });
    });
    const line = await child.logged(/^embedded PostgreSQL does not start/);
    expect(line).toMatchObject({ level: 50, reason: expect.stringContaining('its disk is full') });
    await usingUp;
    expect(await answerTo(child, bigMessage())).toMatchObject({
      code: 451,
      said: expect.stringMatching(/^4\.3\.0 /),
    });
    expect(await child.logged('delivery deferred: database unavailable')).toMatchObject({ level: 50 });

    await filler?.empty();
    const figures = await sending;
    expect(figures.deferReply).toBeGreaterThan(0);
    expect(figures.refused).toEqual([]);
    expect(await child.logged('embedded PostgreSQL recovered')).toMatchObject({ level: 30 });
    const server = databaseUrl({ ...socket, user: APP_USER, database: APP_DATABASE });
    const parts = await openParts(dataDir, { ...env, DATABASE_URL: server });
    expect((await findDamage(parts, people, messages)).damage).toEqual(NO_DAMAGE);
    await parts.close();
    expect(await child.stop()).toBe(0);
  },
);

/** Starts one WAL segment after another, until the disk is full and PostgreSQL exits. */
async function useUpLog(server: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(server);
  // The connection ends with its server, as intended.
  client.on('error', () => undefined);
  await client.connect();
  for (let full = false; !full; ) {
    await client
      .query("select pg_logical_emit_message(false, '', 'something'), pg_switch_wal()")
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
        full = true;
      });
  }
  await client.end();
}
