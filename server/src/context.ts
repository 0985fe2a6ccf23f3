import { readFile } from 'node:fs/promises';
import type { Config } from './config/config.ts';
import type { FileScanner } from './features/attachments/upload-files.ts';
import { createPasswordGate, type PasswordGate } from './features/session/password-gate.ts';
import { createProviders, type Providers } from './features/session/single-sign-on/providers.ts';
import type { AskRspamd } from './features/spam-check/check-draft.ts';
import type { ChangePublisher } from './mail/mailbox/change-mailbox.ts';
import { createChangePublisher } from './mail/mailbox/publish-changes.ts';
import type { NoticeDeps } from './mail/messages/file-notice.ts';
import { createOutsideTraffic, type OutsideTraffic } from './mail/outbox/outside-traffic.ts';
import { createInboxGateway } from './mail/phone/inbox-gateway.ts';
import type { BlobStore } from './platform/blobs/blob-store.ts';
import { openBlobStore } from './platform/blobs/open-blob-store.ts';
import { createVirusScanner } from './platform/clamd/virus-scanner.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { createListener, type Listener } from './platform/db/listen.ts';
import type { PgConfig } from './platform/db/pg-config.ts';
import { createCachedResolver } from './platform/dns/cached-resolver.ts';
import { createDnsClient } from './platform/dns/dns-client.ts';
import { createDocumentReader, type DocumentReader } from './platform/documents/document-reader.ts';
import { measureJobs } from './platform/jobs/measure-jobs.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createMailParser, type MailParser } from './platform/mime/parse-pool.ts';
import { findPdfConverter, type PdfConverter } from './platform/office/pdf-converter.ts';
import { createGuardedFetch, type Dial, type GuardedFetch } from './platform/outbound/guarded-fetch.ts';
import { isPublicAddress } from './platform/outbound/public-address.ts';
import { createHttpGateway } from './platform/phone/http-gateway.ts';
import type { PhoneGateway } from './platform/phone/phone-gateway.ts';
import { checkMessage } from './platform/rspamd/check-message.ts';
import { createSpamTrainer, type SpamTrainer } from './platform/rspamd/spam-trainer.ts';
import { readOrMakeKeys } from './platform/secrets/key-file.ts';
import { createSecretBox, type SecretBox } from './platform/secrets/secret-box.ts';
import type { DnsResolver } from './platform/smtp/judge-sender.ts';
import type { OutboundTransport } from './platform/smtp-out/deliver-remote.ts';
import type { DkimKey } from './platform/smtp-out/sign-message.ts';
import { migrateDatabase, reachDatabase } from './prepare-database.ts';
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
  publisher: ChangePublisher;
  blobs: BlobStore;
  parser: MailParser;
  /** What this process has yet to do before it may be sent visitors; null once it is ready. */
  startUp: { waitingFor: string | null };
  /** For the checks of senders, the mail servers of others and what mail makes us fetch; answers are cached. */
  resolver: DnsResolver;
  /** How mail leaves. */
  outboundTransport: OutboundTransport;
  /** What all transmissions of this process share. */
  outside: OutsideTraffic;
  dkim: DkimKey | null;
  /** For addresses that others wrote. */
  guardedFetch: GuardedFetch;
  /** Of single sign-on. */
  providers: Providers;
  /** Null where no key was given: no second step can be set up, and none that needs a secret is accepted. */
  secrets: SecretBox | null;
  /** Brings codes to telephones; null where there is none. */
  phoneGateway: PhoneGateway | null;
  /** The web and mail programs share it. */
  passwordGate: PasswordGate;
  /** Looks for viruses in files that are uploaded; null where there is no scanner. */
  scanFile: FileScanner | null;
  /** Null where drafts are checked by our own scorer. */
  askRspamd: AskRspamd | null;
  /** Null where nothing is learned from what people call spam. */
  trainSpam: SpamTrainer | null;
  /** Reads the text of attached documents. */
  documents: DocumentReader;
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
  mailElsewhere?: Pick<OutboundTransport, 'port' | 'mayConnect'> &
    Partial<Pick<OutboundTransport, 'timeouts'>>;
};

/** The only place where the parts of the program are made, and where they are closed, in the opposite order. */
export async function createContext(config: Config, overrides: ContextOverrides = {}): Promise<AppContext> {
  await using opened = new AsyncDisposableStack();
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLogger(config.logLevel);
  const metrics = createMetrics();

  const pgConfig = overrides.pgConfig ?? (await reachDatabase(config, clock, log, opened));
  await migrateDatabase(pgConfig, config);
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
  const publisher = createChangePublisher(database.db, log);
  opened.defer(() => publisher.idle());

  const { url: blobStoreUrl, ...blobOptions } = config.blobStore;
  const blobs = await openBlobStore(blobStoreUrl, { clock, ...blobOptions });
  opened.defer(() => blobs.close());
  const parser = createMailParser({ blobStoreUrl, blobOptions, clock, log });
  opened.defer(() => parser.close());

  const { dial, mailElsewhere } = overrides;
  const resolver =
    overrides.resolver ??
    createCachedResolver(createDnsClient({ clock, servers: config.dnsServers }), { clock });
  const outboundTransport = createOutboundTransport(config, clock, resolver, mailElsewhere);
  const outside = createOutsideTraffic({ db: database.db, clock, metrics }, outboundTransport.relay !== null);
  const dkim = await readDkimKey(config);
  const secrets = await openSecrets(config, log);
  const dialing = { clock, resolver, ...(dial ? { dial } : {}) };
  const guardedFetch = createGuardedFetch(dialing);
  const { signOnHosts: internalHosts } = config.http;
  const providers = createProviders({
    clock,
    secrets,
    internalHosts,
    guardedFetch: createGuardedFetch({ ...dialing, internalHosts }),
  });
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
    publisher,
    blobs,
    parser,
    startUp: { waitingFor: null },
    resolver,
    outboundTransport,
    outside,
    dkim,
    guardedFetch,
    secrets,
    phoneGateway: createPhoneGateway(config, { clock, db: database.db, publisher, blobs, parser }),
    providers,
    passwordGate: createPasswordGate(),
    scanFile: overrides.scanFile ?? createFileScanner(config, clock),
    askRspamd: createRspamdClient(config, clock),
    trainSpam: createTrainer(config, clock),
    documents: createDocumentReader({ clock }),
    pdfConverter,
    webClient: overrides.webClient === undefined ? findWebClient() : overrides.webClient,
    close: () => parts.disposeAsync(),
  };
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
      const by = { user: envelope.from };
      const { symbols } = await checkMessage(raw, { ...rspamd, ...envelope, by, signal: late.signal });
      return symbols;
    } finally {
      limit.stop();
    }
  };
}

async function openSecrets(
  { secretsKeys, databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<SecretBox | null> {
  if (secretsKeys) return createSecretBox(secretsKeys);
  if (databaseUrl === null) return createSecretBox(await readOrMakeKeys(dataDir));
  log.info({ variable: 'SECRETS_KEY' }, 'two-step sign-in unavailable: no key for secrets');
  return null;
}

function createPhoneGateway({ phone: { gateway } }: Config, deps: NoticeDeps): PhoneGateway | null {
  if (gateway === 'inbox') return createInboxGateway(deps);
  return gateway && createHttpGateway(gateway);
}

function createTrainer({ rspamd }: Config, clock: Clock): SpamTrainer | null {
  if (!rspamd?.controllerUrl) return null;
  return createSpamTrainer({ url: rspamd.controllerUrl, password: rspamd.password, clock });
}

/** The port that all mail servers of the world listen on. */
const MAIL_PORT = 25;
const CONNECT_MS = 30_000;
/** A busy server may check a message for minutes before it answers. */
const SILENCE_MS = 3 * 60_000;
/** Besides the time that a message of its size needs. */
const WHOLE_CONVERSATION_MS = 10 * 60_000;

function createOutboundTransport(
  { mail }: Config,
  clock: Clock,
  resolver: DnsResolver,
  elsewhere: ContextOverrides['mailElsewhere'],
): OutboundTransport {
  return {
    relay: mail.relay,
    port: elsewhere?.port ?? MAIL_PORT,
    name: mail.name,
    resolver,
    mayConnect: elsewhere?.mayConnect ?? isPublicAddress,
    clock,
    timeouts: elsewhere?.timeouts ?? {
      connectMs: CONNECT_MS,
      silenceMs: SILENCE_MS,
      wholeMs: WHOLE_CONVERSATION_MS,
    },
  };
}

async function readDkimKey({ mail: { dkim } }: Config): Promise<DkimKey | null> {
  if (dkim === null) return null;
  return { selector: dkim.selector, privateKey: await readFile(dkim.keyFile, 'utf8') };
}
