import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { type ContextOverrides, createContext } from '../context.ts';
import { people } from '../demo-world/people.ts';
import type { FileScanner } from '../platform/clamd/scan-file.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { PgConfig } from '../platform/db/pg-config.ts';
import { type Logger, silentLogger } from '../platform/logger.ts';
import type { Dial } from '../platform/outbound/guarded-fetch.ts';
import type { DnsResolver } from '../platform/smtp/judge-sender.ts';
import { type Running, startRoles } from '../start-roles.ts';
import { createTestDatabase, createWorldDatabase } from './database.ts';
import { type SignedInClient, signedInClient } from './signed-in-client.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { type TestContext, testContext } from './test-context.ts';
import { createWorldPeople } from './world-people.ts';

export type TestServer = {
  context: TestContext;
  /** Stands still unless another clock was given. */
  clock: TestClock;
  baseUrl: string;
  operationsUrl: string;
  running: Running;
  /** A client signed in as this person of the demo world. */
  signIn(email: string): Promise<SignedInClient>;
  mailboxId(email: string): Promise<number>;
  close(): Promise<void>;
};

export type TestServerOptions = {
  env?: Record<string, string>;
  clock?: Clock;
  log?: Logger;
  resolver?: DnsResolver;
  /** Redirects outgoing connections to a server of the test's; without it nothing is reached. */
  dial?: Dial;
  mailElsewhere?: ContextOverrides['mailElsewhere'];
  deadlines?: ContextOverrides['deadlines'];
  /** Without it no file is scanned. */
  scanFile?: FileScanner;
  /** The folder of a built web client; without it the server shows its own front page. */
  webClient?: string;
  /** The test's own database, which the test must clean up. */
  pgConfig?: PgConfig;
};

/** Tests never query the real DNS. */
const nothingInDns: DnsResolver = async () => {
  throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
};

/** And they never connect to the internet, not even by an IP address. */
const nothingOutside: Dial = () => new Socket().destroy(new Error('no test goes outside'));

/** The real program on its own database, with the people of the demo world and no mail yet. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = createTestClock();
  const database = await openDatabaseFor(options);
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-test-'));
  const config = readConfig(
    readEnv({
      PORT: '0',
      OPERATIONS_PORT: '0',
      SMTP_PORT: '0',
      LMTP_PORT: '0',
      SUBMISSION_PORT: '0',
      IMAP_PORT: '0',
      POP3_PORT: '0',
      MAIL_HOSTNAME: 'mail.saomai.example',
      ROLES: 'http',
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://given-by-the-test',
      DATABASE_POOL: '6',
      SOFFICE: 'none',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      PHONE_SMS_URL: 'http://127.0.0.1:9/nobody-answers',
      ...options.env,
    }),
  );
  const context = testContext(
    await createContext(config, {
      clock: options.clock ?? clock,
      log: options.log ?? silentLogger,
      pgConfig: database.pgConfig,
      resolver: options.resolver ?? nothingInDns,
      dial: options.dial ?? nothingOutside,
      ...(options.mailElsewhere ? { mailElsewhere: options.mailElsewhere } : {}),
      ...(options.deadlines ? { deadlines: options.deadlines } : {}),
      ...(options.scanFile ? { scanFile: options.scanFile } : {}),
      webClient: options.webClient ?? null,
    }),
  );
  if (!database.hasPeople) await createWorldPeople(context);
  const mailboxes = await context.db.selectFrom('mailboxes').select(['id', 'email']).execute();
  const ids = new Map(mailboxes.map(({ id, email }) => [email, id]));
  const running = await startRoles(context);
  const baseUrl = `http://127.0.0.1:${running.httpPort}`;

  return {
    context,
    clock,
    baseUrl,
    operationsUrl: `http://127.0.0.1:${running.operationsPort}`,
    running,
    async signIn(email) {
      const person = people.find((candidate) => candidate.email === email);
      if (!person) throw new Error(`${email} is nobody of the demo world`);
      return signedInClient(baseUrl, person);
    },
    async mailboxId(email) {
      const id = ids.get(email);
      if (id === undefined) throw new Error(`${email} has no mailbox`);
      return id;
    },
    async close() {
      await stopRoles(running, clock);
      await context.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const WAIT_MS = 500;
const LONGEST_GRACE_MS = 10_000;

/** Unread responses are aborted after a grace period, which elapses only by advancing the clock. */
async function stopRoles(running: Running, clock: TestClock): Promise<void> {
  const stopped = new AbortController();
  const cut = systemClock
    .sleep(WAIT_MS, stopped.signal)
    .then(() => (stopped.signal.aborted ? undefined : clock.advance(LONGEST_GRACE_MS)));
  await running.stop();
  stopped.abort();
  await cut;
}

/** People are as old as their clock says: those of the template were made where the test clock stands. */
async function openDatabaseFor({ pgConfig, clock }: TestServerOptions) {
  if (pgConfig) return { pgConfig, drop: async () => undefined, hasPeople: false };
  return clock
    ? { ...(await createTestDatabase()), hasPeople: false }
    : { ...(await createWorldDatabase()), hasPeople: true };
}
