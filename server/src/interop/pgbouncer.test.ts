import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { systemClock } from '../platform/clock.ts';
import { createClient } from '../platform/db/connection-config.ts';
import { inTransaction, openDatabase } from '../platform/db/database.ts';
import { UnclearCommitError } from '../platform/db/database-errors.ts';
import { INTERACTIVE, MIGRATION } from '../platform/db/deadlines.ts';
import { databaseUrl, type PgConfig, withDatabase } from '../platform/db/pg-config.ts';
import { silentLogger } from '../platform/logger.ts';
import { reachDatabase } from '../prepare-database.ts';
import { CARELESS } from '../test-kit/global-setup.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { queryOnce } from '../test-kit/query-once.ts';
import { runJobsUntilIdle } from '../test-kit/run-jobs.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { connectSocket } from '../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn, writeDraft } from '../test-kit/write-mail.ts';
import { findDebianPostgres } from './debian-programs.ts';
import { type RunningPostgres, startDebianPostgres } from './start-debian-postgres.ts';
import { type RunningPooler, startPgBouncer } from './start-pgbouncer.ts';

const programs = findDebianPostgres();
/** More than the pooler's connections to the server, so that they are shared. */
const AT_ONCE = 12;
const CALLS_EACH = 10;
const PATIENCE = { timeout: 20_000, interval: 20 };

describe.skipIf(programs === null)('PgBouncer from Debian', () => {
  let postgres: RunningPostgres;
  let pooler: RunningPooler;
  let server: TestServer;
  let an: NewPerson;

  beforeAll(async () => {
    if (programs === null) return;
    postgres = await startDebianPostgres(programs, CARELESS);
    pooler = await startPgBouncer(programs, postgres, 'transaction');
    const urls = {
      DATABASE_URL: databaseUrl(pooler.pgConfig),
      DATABASE_DIRECT_URL: databaseUrl(postgres.pgConfig),
    };
    server = await startTestServer({ env: { ROLES: 'http,mail', ...urls }, pgConfig: postgres.pgConfig });
    an = await newPerson(server);
  });
  afterAll(async () => {
    await server?.close();
    await pooler?.stop();
    await postgres?.stop();
  });

  test('in transaction mode brings mail in and tells of it, and sends an answer', async () => {
    const binh = await newPerson(server);
    const socket = await connectSocket(server.baseUrl, { room: an.email, token: an.client.token });
    const smtp = await connectMail({
      host: '127.0.0.1',
      port: server.running.smtpPort ?? 0,
      protocol: 'smtp',
    });
    const raw = `From: khach@minhphat.example\r\nTo: ${an.email}\r\nSubject: Bao gia\r\n\r\nGiá\r\n`;
    await smtp.send({ from: 'khach@minhphat.example', to: [an.email], raw });
    smtp.end();
    await socket.next('new_mail');
    await socket.close();
    expect(await mailIn(an, 'INBOX')).toHaveLength(1);
    const draft = await writeDraft(an, [binh.email]);
    await an.client.sendMail({ body: { msg_id: draft.id } });
    await runJobsUntilIdle(server.context);
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  });

  test('in transaction mode answers the same statements again and again, and writes that come at once', async () => {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, who) => {
        for (let call = 0; call < CALLS_EACH; call += 1) {
          await an.client.listThreads({ query: { in: 'INBOX' } });
          await an.client.createFolder({ body: { name: `Kho ${who} ${call}` } });
        }
      }),
    );
    const names = (await an.client.listFolders({})).data.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('Kho '))).toHaveLength(AT_ONCE * CALLS_EACH);
  });

  test('in transaction mode leaves no commit behind that waits for a lost standby, and none of anybody else', async () => {
    const asSuperuser = (statement: string) => queryOnce(postgres.superuser, statement);
    const waits = () =>
      asSuperuser(`select application_name as by from pg_stat_activity where wait_event = 'SyncRep'`);
    const emit = `select pg_logical_emit_message(true, 'test', '')`;
    await asSuperuser(`alter system set synchronous_standby_names = 'nobody'`);
    await asSuperuser('select pg_reload_conf()');
    const other = createClient({
      pgConfig: postgres.pgConfig,
      applicationName: 'other',
      deadlines: MIGRATION,
    });
    await other.connect();
    await other.query('set synchronous_commit = on');
    // Commits wait from the moment at which the checkpointer has read the setting.
    let waiting: Promise<unknown> = Promise.resolve();
    let isDone = true;
    await vi.waitFor(async () => {
      if (isDone) {
        isDone = false;
        waiting = other.query(emit).then(() => {
          isDone = true;
        });
      }
      expect(await waits()).toEqual([{ by: 'other' }]);
    }, PATIENCE);
    const database = openDatabase({
      pgConfig: { ...pooler.pgConfig, pooled: true },
      poolSize: 2,
      log: silentLogger,
      applicationName: 'pooled',
      deadlines: { ...INTERACTIVE, commitMs: 500, answerMs: 1_000 },
    });
    const given = inTransaction(database.db, async (tx) => {
      await sql`set local synchronous_commit = on`.execute(tx);
      await sql.raw(emit).execute(tx);
    }).catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await waits()).toHaveLength(2), PATIENCE);
    expect(await given).toBeInstanceOf(UnclearCommitError);
    await vi.waitFor(async () => expect(await waits()).toEqual([{ by: 'other' }]), PATIENCE);
    await asSuperuser('alter system reset synchronous_standby_names');
    await asSuperuser('select pg_reload_conf()');
    await waiting;
    await other.end();
    await database.close();
  });

  /** The error that the start fails with; null when it continues. */
  async function startOn(url: PgConfig, direct?: PgConfig): Promise<string | null> {
    await using opened = new AsyncDisposableStack();
    const config = readConfig(
      readEnv({
        DATABASE_URL: databaseUrl(url),
        ...(direct ? { DATABASE_DIRECT_URL: databaseUrl(direct) } : {}),
      }),
    );
    return reachDatabase(config, systemClock, silentLogger, opened).then(
      () => null,
      ({ message }: Error) => message,
    );
  }

  test('in transaction mode is refused in one line where nothing goes past it to the same database', async () => {
    const shared =
      'a pooler there gives connections to others between transactions. Set DATABASE_DIRECT_URL to the server itself, or let the pooler keep sessions.';
    const at = `postgresql://***@127.0.0.1:${pooler.pgConfig.port}/bocau`;
    expect(await startOn(pooler.pgConfig)).toBe(`DATABASE_URL="${at}": ${shared}`);
    expect(await startOn(pooler.pgConfig, pooler.pgConfig)).toBe(`DATABASE_DIRECT_URL="${at}": ${shared}`);
    expect(await startOn(pooler.pgConfig, postgres.pgConfig)).toBeNull();
    expect(await startOn(pooler.pgConfig, withDatabase(postgres.pgConfig, 'postgres'))).toMatch(
      /^DATABASE_DIRECT_URL="[^"]+": this is another database than that of DATABASE_URL="[^"]+"\. Correct one\.$/,
    );
  });

  test('in session mode needs no other way', async () => {
    if (programs === null) return;
    const keeping = await startPgBouncer(programs, postgres, 'session');
    expect(await startOn(keeping.pgConfig)).toBeNull();
    await keeping.stop();
  });
});
