import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from './config/config.ts';
import type { FileScanner } from './features/attachments/upload-files.ts';
import type { ChangeAnnouncer } from './features/mailbox/change-mailbox.ts';
import { createChangeAnnouncer } from './features/notifications/announce-changes.ts';
import type { AskRspamd } from './features/spam-check/check-draft.ts';
import type { BlobStore } from './platform/blobs/blob-store.ts';
import { openBlobStore } from './platform/blobs/open-blob-store.ts';
import { createVirusScanner } from './platform/clamd/virus-scanner.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { createListener, type Listener } from './platform/db/listen.ts';
import { migrate } from './platform/db/migrate.ts';
import type { PgConfig } from './platform/db/pg-config.ts';
import { measureJobs } from './platform/jobs/measure-jobs.ts';
import { migrateJobs } from './platform/jobs/migrate-jobs.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createMailParser, type MailParser } from './platform/mime/parse-pool.ts';
import { findPdfConverter, type PdfConverter } from './platform/office/pdf-converter.ts';
import { createGuardedFetch, type Dial, type GuardedFetch } from './platform/outbound/guarded-fetch.ts';
import { isPublicAddress } from './platform/outbound/public-address.ts';
import { checkLetter } from './platform/rspamd/check-letter.ts';
import { type DnsResolver, systemResolver } from './platform/smtp/judge-sender.ts';
import type { MailWay } from './platform/smtp-out/carry-letter.ts';
import type { DkimKey } from './platform/smtp-out/sign-letter.ts';
import type { Db, Tables } from './tables.ts';
import { findWebClient } from './web-client.ts';

/** Everything that is made once a process. Features declare the few of these that they need. */
export type AppContext = {
  config: Config;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  pgConfig: PgConfig;
  database: Database<Tables>;
  db: Db;
  listener: Listener;
  announcer: ChangeAnnouncer;
  blobs: BlobStore;
  parser: MailParser;
  /** What this process has yet to do before it may be sent visitors; null once it is ready. */
  startUp: { waitingFor: string | null };
  /** For the checks of senders; the system's own where none is given. */
  resolver: DnsResolver | null;
  /** How mail leaves. */
  mailWay: MailWay;
  dkim: DkimKey | null;
  /** For addresses that others wrote. */
  guardedFetch: GuardedFetch;
  /** Looks for viruses in files that are uploaded; null where there is no scanner. */
  scanFile: FileScanner | null;
  /** Null where drafts are checked by our own scorer. */
  askRspamd: AskRspamd | null;
  /** Null where LibreOffice is not installed. */
  pdfConverter: PdfConverter | null;
  /** The folder of the built web client; null while there is none. */
  webClient: string | null;
  close(): Promise<void>;
};

export type ContextOverrides = {
  clock?: Clock;
  log?: Logger;
  pgConfig?: PgConfig;
  resolver?: DnsResolver;
  dial?: Dial;
  scanFile?: FileScanner;
  webClient?: string | null;
  /** Where other people's mail servers are, in a test. */
  mailElsewhere?: Pick<MailWay, 'port' | 'mayConnect'>;
};

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** The only place where the parts of the program are made, and where they are closed, in the opposite order. */
export async function createContext(config: Config, overrides: ContextOverrides = {}): Promise<AppContext> {
  await using opened = new AsyncDisposableStack();
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLogger(config.logLevel);
  const metrics = createMetrics();

  const pgConfig = overrides.pgConfig ?? (await reachDatabase(config, clock, log, opened));
  await migrate(pgConfig, MIGRATIONS);
  await migrateJobs(pgConfig);
  const database = openDatabase<Tables>({
    pgConfig,
    poolSize: config.databasePool,
    log,
    applicationName: 'bocau',
  });
  opened.defer(() => database.close());
  measureJobs(metrics, database.db);
  const listener = await createListener({ pgConfig, clock, log });
  opened.defer(() => listener.close());
  const announcer = createChangeAnnouncer(database.db, log);
  opened.defer(() => announcer.idle());

  const { url: blobStoreUrl, credentials } = config.blobStore;
  const blobs = await openBlobStore(blobStoreUrl, { clock, credentials });
  opened.defer(() => blobs.close());
  const parser = createMailParser({ blobStoreUrl, blobCredentials: credentials, clock, log });
  opened.defer(() => parser.close());

  const { resolver = null, dial, mailElsewhere } = overrides;
  const mailWay = createMailWay(config, resolver, mailElsewhere);
  const dkim = await readDkimKey(config);
  const guardedFetch = createGuardedFetch({ clock, resolver, ...(dial ? { dial } : {}) });
  const pdfConverter = config.office && (await findPdfConverter(config.office, { clock, log }));

  const parts = opened.move();
  return {
    config,
    clock,
    log,
    metrics,
    pgConfig,
    database,
    db: database.db,
    listener,
    announcer,
    blobs,
    parser,
    startUp: { waitingFor: null },
    resolver,
    mailWay,
    dkim,
    guardedFetch,
    scanFile: overrides.scanFile ?? createFileScanner(config, clock),
    askRspamd: createRspamdClient(config, clock),
    pdfConverter,
    webClient: overrides.webClient === undefined ? findWebClient() : overrides.webClient,
    close: () => parts.disposeAsync(),
  };
}

async function reachDatabase(
  config: Config,
  clock: Clock,
  log: Logger,
  opened: AsyncDisposableStack,
): Promise<PgConfig> {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl };
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, clock, log });
  opened.defer(() => embedded.stop());
  return embedded.pgConfig;
}

/** A file of 25 MB takes clamd some seconds; a scanner that is lost must not keep an upload for long. */
const SCAN_MS = 30_000;
/** The user waits for it before the mail goes. */
const SPAM_CHECK_MS = 5_000;

function createFileScanner({ clamd }: Config, clock: Clock): FileScanner | null {
  if (clamd === null) return null;
  const scanner = createVirusScanner({ address: clamd, clock, timeLimitMs: SCAN_MS });
  return (bytes) => scanner.scan(bytes);
}

function createRspamdClient({ rspamd }: Config, clock: Clock): AskRspamd | null {
  if (rspamd === null) return null;
  return async (raw, envelope) => {
    const late = new AbortController();
    const limit = clock.after(SPAM_CHECK_MS, () => late.abort(new Error('rspamd took too long')));
    try {
      return await checkLetter(raw, { ...rspamd, ...envelope, signal: late.signal });
    } finally {
      limit.stop();
    }
  };
}

/** The port that all mail servers of the world listen on. */
const MAIL_PORT = 25;
const CONNECT_MS = 30_000;
/** A busy server may check a letter for minutes before it answers. */
const SILENCE_MS = 3 * 60_000;

function createMailWay(
  { mail }: Config,
  resolver: DnsResolver | null,
  elsewhere: ContextOverrides['mailElsewhere'],
): MailWay {
  return {
    relay: mail.relay,
    port: elsewhere?.port ?? MAIL_PORT,
    name: mail.name,
    resolver: resolver ?? systemResolver(),
    mayConnect: elsewhere?.mayConnect ?? isPublicAddress,
    timeouts: { connectMs: CONNECT_MS, silenceMs: SILENCE_MS },
  };
}

async function readDkimKey({ mail: { dkim } }: Config): Promise<DkimKey | null> {
  if (dkim === null) return null;
  return { selector: dkim.selector, privateKey: await readFile(dkim.keyFile, 'utf8') };
}
