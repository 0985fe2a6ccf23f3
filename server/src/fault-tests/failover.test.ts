import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { type AppContext, createContext } from '../context.ts';
import { inTransaction, openDatabase } from '../platform/db/database.ts';
import { StalledConnectionError, UnclearCommitError } from '../platform/db/database-errors.ts';
import { type Deadlines, INTERACTIVE } from '../platform/db/deadlines.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { silentLogger } from '../platform/logger.ts';
import { type Running, startRoles } from '../start-roles.ts';
import { fastFolder } from '../test-kit/global-setup.ts';
import { type PostgresPair, startPostgresPair } from '../test-kit/postgres-pair.ts';
import { type SignedInClient, signedInClient } from '../test-kit/signed-in-client.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { makeMessages } from './make-messages.ts';
import { DOMAIN, preparePeople } from './prepare-people.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Beside other tests on a machine that may have two processors. */
const PATIENCE = { timeout: 30_000 };

const EMAIL = `p0@${DOMAIN}`;
const PASSWORD = 'BoCau@2026';
const SHORT: Deadlines = { ...INTERACTIVE, turnMs: 400, lockMs: 2_000, commitMs: 1_000, answerMs: 2_500 };
const POOL_SIZE = 8;

let dataDir: string;
let pair: PostgresPair;
let context: AppContext;
let running: Running;
let client: SignedInClient;

beforeAll(async () => {
  pair = await startPostgresPair();
  await pair.setSynchronous(true);
  dataDir = await mkdtemp(join(fastFolder(), 'bocau-failover-'));
  const ports = { PORT: '0', OPERATIONS_PORT: '0', SMTP_PORT: '0', LMTP_PORT: '0', SUBMISSION_PORT: '0' };
  const config = readConfig(
    readEnv({
      ...ports,
      ROLES: 'http,mail',
      DATA_DIR: dataDir,
      DATABASE_URL: pair.url,
      DATABASE_POOL: String(POOL_SIZE),
    }),
  );
  context = await createContext(config, { log: silentLogger, deadlines: SHORT });
  await preparePeople(context, 1, { password: PASSWORD });
  running = await startRoles(context);
  client = await signedInClient(`http://127.0.0.1:${running.httpPort}`, { email: EMAIL, password: PASSWORD });
});

afterAll(async () => {
  await running.stop();
  await context.close();
  await pair.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

const [first, second, third] = makeMessages(3, [EMAIL], 'failover');
type Message = typeof first;

/** The code of the reply. */
async function deliver(message: Message): Promise<number> {
  if (!message) throw new Error('no message');
  const port = running.lmtpPort as number;
  const mail = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  const { message: replies } = await mail.send({ from: message.from, to: [EMAIL], raw: message.raw });
  mail.end();
  return replies[0]?.code ?? 0;
}

async function filed(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from messages`.execute(
    kyselyOf(context.db),
  );
  return rows[0]?.count ?? 0;
}

const readList = () => client.listThreads({ query: { in: 'INBOX' } });
const createFolder = (name: string) =>
  client.createFolder({ body: { name } }).then(
    () => 'done',
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  );

test('a lost standby stops writes with an answer of their own, never reads, and what comes again is not doubled', async () => {
  expect(await deliver(first)).toBe(250);
  await pair.standby.stop('SIGQUIT');
  const writes = Array.from({ length: POOL_SIZE * 2 }, (_, number) => createFolder(`Thư mục ${number}`));
  const delivery = deliver(second);
  // A statement that is its own transaction hangs as well.
  const single = context.database.pool
    .query(`select pg_logical_emit_message(true, 'test', '')`)
    .catch((error: unknown) => error);
  await readList();
  expect(new Set(await Promise.all(writes))).toEqual(new Set(['503 writes_paused']));
  expect(await delivery).toBe(451);
  expect(await single).toBeInstanceOf(StalledConnectionError);
  // It may be there by now, but only on the primary.
  expect(await deliver(second)).toBe(451);
  const [thread] = (await readList()).data;
  // Opening marks as read, which has to wait.
  const opened = await client.getThread({ params: { id: thread?.id ?? '' }, query: {} });
  expect(opened.data).toMatchObject({ unread: true, messages: [expect.anything()] });
  await vi.waitFor(async () => {
    const waiting = await pair.primary.asSuperuser(
      `select from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    expect(waiting).toEqual([]);
  }, PATIENCE);

  await pair.standby.start();
  await vi.waitFor(async () => expect(await createFolder('Sau cùng')).toBe('done'), PATIENCE);
  expect(await deliver(second)).toBe(250);
  expect(await filed()).toBe(2);
});

test('the primary is found among the hosts, and another one after a failover, which loses nothing that was acknowledged', async () => {
  await deliver(third);
  const count = await filed();
  // The former primary continues as if nothing had happened, and its commits wait for a standby that is gone.
  const patient = openDatabase({
    pgConfig: { connectionString: pair.url },
    poolSize: 4,
    log: silentLogger,
    applicationName: 'test',
    // Longer than this test may take.
    deadlines: { ...INTERACTIVE, commitMs: 600_000 },
  });
  await sql`select 1`.execute(kyselyOf(patient.db));
  await pair.standby.asSuperuser('select pg_promote()');
  // The hosts are asked for the primary while it waits.
  const commit = inTransaction(patient.db, (tx) =>
    sql`select pg_logical_emit_message(true, 'test', '')`.execute(tx),
  );
  await expect(commit).rejects.toBeInstanceOf(UnclearCommitError);
  await patient.close();
  await vi.waitFor(async () => expect(await createFolder('Máy chủ mới')).toBe('done'), PATIENCE);
  expect(await filed()).toBe(count);
  await pair.primary.stop('SIGKILL');
  // The response may have been lost with the former primary.
  expect(await deliver(third)).toBe(250);
  expect(await filed()).toBe(count);

  const setReadOnly = async (value: string) => {
    await pair.standby.asSuperuser(`alter system set default_transaction_read_only = ${value}`);
    await pair.standby.asSuperuser('select pg_reload_conf()');
  };
  await setReadOnly('on');
  await vi.waitFor(async () => expect(await createFolder('Bị hạ cấp')).toBe('503 writes_paused'), PATIENCE);
  await vi.waitFor(() => expect(context.database.pool.totalCount).toBe(0), PATIENCE);
  await setReadOnly('off');
  await vi.waitFor(async () => expect(await createFolder('Lại là chính')).toBe('done'), PATIENCE);
  await pair.standby.stop('SIGKILL');
  // A process of the database that has not seen yet that its postmaster is gone answers once more.
  await vi.waitFor(
    async () => expect(await createFolder('Không còn máy nào')).toBe('503 service_unavailable'),
    PATIENCE,
  );
});
