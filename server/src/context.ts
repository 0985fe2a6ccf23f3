import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { CalendarPublisher } from './calendar/change-calendar.ts';
import type { Config } from './config/config.ts';
import type { ContactsPublisher } from './contacts/change-contacts.ts';
import type { DrivePublisher } from './drive/change-drive.ts';
import { activateShares } from './drive/shares/follow-message.ts';
import { createShareWatch, type ShareWatch } from './drive/shares/share-watch.ts';
import { measureBackup } from './features/backup/measure-backup.ts';
import { measureReminders } from './features/calendar/measure-reminders.ts';
import { measureSubscriptions } from './features/calendar/subscriptions/measure-subscriptions.ts';
import { measureGroups } from './features/groups/measure-groups.ts';
import { createInvoiceReader, type InvoiceReader } from './features/invoices/invoice-reader.ts';
import { createWorkbookReader, type WorkbookReader } from './features/merges/tables/workbook-reader.ts';
import { createOfficeServer, type OfficeServer } from './features/office/office-server.ts';
import type { Instance } from './features/processes/heartbeat.ts';
import { measureScrub } from './features/scrub/measure-scrub.ts';
import { createDamageReport } from './features/scrub/report-damage.ts';
import { createPasswordGate, type PasswordGate } from './features/session/password-gate.ts';
import { createProviders, type Providers } from './features/session/single-sign-on/providers.ts';
import type { AskRspamd } from './features/spam-check/check-draft.ts';
import type { PersonNotices } from './identity/person-notices.ts';
import { createInboxGateway } from './identity/phone/inbox-gateway.ts';
import { CALENDAR } from './kernel/calendar.ts';
import { CONTACTS } from './kernel/contacts.ts';
import { DRIVE } from './kernel/drive.ts';
import { MAIL } from './kernel/mail.ts';
import { type ChangePublisher, createChangePublisher } from './kernel/publish-changes.ts';
import { createFolderCounts, type FolderCounts } from './mail/messages/folder-counts.ts';
import { createPersonNotices } from './mail/notices/create-person-notices.ts';
import { createOutsideTraffic, type OutsideTraffic } from './mail/outbox/outside-traffic.ts';
import type { SendingDeps } from './mail/outbox/sending-deps.ts';
import { claimBlobStore } from './match-blob-store.ts';
import { watchTimeline } from './match-timeline.ts';
import type { BlobStore } from './platform/blobs/blob-store.ts';
import { countBlobErrors } from './platform/blobs/count-blob-errors.ts';
import { fileBlobsDir, openBlobStore } from './platform/blobs/open-blob-store.ts';
import type { FileScanner } from './platform/clamd/scan-file.ts';
import { createVirusScanner } from './platform/clamd/virus-scanner.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { countEvents } from './platform/count-events.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { BACKGROUND, type Deadlines, INTERACTIVE } from './platform/db/deadlines.ts';
import { createListener, type Listener } from './platform/db/listen.ts';
import type { PgConfig } from './platform/db/pg-config.ts';
import { readSchema } from './platform/db/schema.store.ts';
import { createCachedResolver } from './platform/dns/cached-resolver.ts';
import { createDnsClient } from './platform/dns/dns-client.ts';
import { createDocumentReader, type DocumentReader } from './platform/documents/document-reader.ts';
import { configureBlockedTypes } from './platform/files/refuse-blocked-type.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { measureDisks } from './platform/measure-disks.ts';
import { measureRelease } from './platform/measure-release.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createMailParser, type MailParser } from './platform/mime/parse-pool.ts';
import { findPdfConverter, type PdfConverter } from './platform/office/pdf-converter.ts';
import { createGuardedFetch, type Dial, type GuardedFetch } from './platform/outbound/guarded-fetch.ts';
import { isPublicAddress } from './platform/outbound/public-address.ts';
import { createHttpGateway } from './platform/phone/http-gateway.ts';
import type { PhoneGateway } from './platform/phone/phone-gateway.ts';
import { programVersion } from './platform/program-version.ts';
import { checkMessage } from './platform/rspamd/check-message.ts';
import { createSpamTrainer, type SpamTrainer } from './platform/rspamd/spam-trainer.ts';
import { readOrMakeKeys } from './platform/secrets/key-file.ts';
import { createSecretBox, type SecretBox } from './platform/secrets/secret-box.ts';
import type { DnsResolver } from './platform/smtp/judge-sender.ts';
import type { OutboundTransport } from './platform/smtp-out/deliver-remote.ts';
import type { DkimKey } from './platform/smtp-out/sign-message.ts';
import { measureCertificate } from './platform/tls/measure-certificate.ts';
import { pooledDatabase, prepareTables, reachDatabase } from './prepare-database.ts';
import type { Db, Tables } from './tables.ts';
import { findWebClient } from './web-client.ts';

/** Everything that is made once a process. Features declare the few of these that they need. */
export type AppContext = {
  config: Config;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** The database without a pooler in between: for notifications, locks of a session and jobs. */
  pgConfig: PgConfig;
  database: Database<Tables>;
  db: Db;
  /** For what nobody waits for, and may take long: connections of its own, with deadlines of its own. */
  background: Database<Tables>;
  listener: Listener;
  publisher: ChangePublisher;
  drivePublisher: DrivePublisher;
  contactsPublisher: ContactsPublisher;
  calendarPublisher: CalendarPublisher;
  messageLeft: SendingDeps['messageLeft'];
  /** What is being answered by the right of a share. */
  shareWatch: ShareWatch;
  blobs: BlobStore;
  parser: MailParser;
  /** What this process has yet to do before it may be sent visitors. */
  startUp: { waitingFor: Set<'ports' | 'demo world'> };
  /** Which process this is. */
  instance: Instance;
  /** Begins once: this process takes no more work, and ends when what is under way has ended. */
  drain: { begun: boolean };
  /** For the checks of senders, the mail servers of others and what mail makes us fetch; answers are cached. */
  resolver: DnsResolver;
  /** How mail leaves. */
  outboundTransport: OutboundTransport;
  /** What all transmissions of this process share. */
  outside: OutsideTraffic;
  dkim: DkimKey | null;
  /** For addresses that others wrote. */
  guardedFetch: GuardedFetch;
  /** For the push services of browsers. */
  pushFetch: GuardedFetch;
  /** For addresses of calendars that people follow. */
  feedFetch: GuardedFetch;
  /** Of single sign-on. */
  providers: Providers;
  /** Null where no key was given: no second step can be set up, and none that needs a secret is accepted. */
  secrets: SecretBox | null;
  /** How a person is told what becomes of their account. */
  personNotices: PersonNotices;
  /** Brings codes to telephones; null where there is none. */
  phoneGateway: PhoneGateway | null;
  /** The web and mail programs share it. */
  passwordGate: PasswordGate;
  /** What folders hold, for mail programs that ask over and over. */
  folderCounts: FolderCounts;
  /** Looks for viruses in files that are uploaded; null where there is no scanner. */
  scanFile: FileScanner | null;
  /** Null where drafts are checked by our own scorer. */
  askRspamd: AskRspamd | null;
  /** Null where nothing is learned from what people call spam. */
  trainSpam: SpamTrainer | null;
  /** Reads the text of attached documents. */
  documents: DocumentReader;
  /** Reads attached invoices. */
  invoices: InvoiceReader;
  /** Reads workbooks as tables of mail merges. */
  workbooks: WorkbookReader;
  /** Null where LibreOffice is not installed. */
  pdfConverter: PdfConverter | null;
  /** The editor of office documents; null where there is none. */
  officeServer: OfficeServer | null;
  /** The folder of the built web client; null while there is none. */
  webClient: string | null;
  close(): Promise<void>;
};

export type ContextOverrides = {
  clock?: Clock;
  log?: Logger;
  /** An installation is expected: tables of the first time are not made. */
  existing?: boolean;
  pgConfig?: PgConfig;
  resolver?: DnsResolver;
  dial?: Dial;
  scanFile?: FileScanner;
  webClient?: string | null;
  /** Of the database, for what somebody waits for. */
  deadlines?: Deadlines;
  /** Where other people's mail servers are, in a test. */
  mailElsewhere?: Pick<OutboundTransport, 'port' | 'mayConnect'> &
    Partial<Pick<OutboundTransport, 'timeouts'>>;
};

/** The only place where the parts of the program are made, and where they are closed, in the opposite order. */
export async function createContext(config: Config, overrides: ContextOverrides = {}): Promise<AppContext> {
  await using opened = new AsyncDisposableStack();
  configureBlockedTypes(config.blockedFileTypes);
  const clock = overrides.clock ?? systemClock;
  const metrics = createMetrics(clock);
  const instance = {
    id: `${hostname()}-${randomBytes(INSTANCE_BYTES).toString('hex')}`,
    version: programVersion(),
  };
  const log = countEvents(overrides.log ?? createLogger(config.logLevel), metrics);

  const pgConfig = overrides.pgConfig ?? (await reachDatabase(config, clock, log, opened));
  await prepareTables(pgConfig, config, log, { existing: overrides.existing ?? false });
  const pooled = pooledDatabase(config, pgConfig);
  const open = (deadlines: Deadlines) => {
    const poolSize = config.databasePool;
    const fresh = openDatabase<Tables>({
      pgConfig: pooled,
      poolSize,
      log,
      applicationName: 'bocau',
      deadlines,
    });
    opened.defer(() => fresh.close());
    return fresh;
  };
  const background = open(BACKGROUND);
  // Somebody waits for an answer of these roles, and of no other.
  const database =
    config.roles.has('http') || config.roles.has('mail') || config.roles.has('imap')
      ? open(overrides.deadlines ?? INTERACTIVE)
      : background;
  measureScrub(metrics, database.db);
  measureGroups({ metrics, db: database.db, clock });
  measureSubscriptions({ metrics, db: database.db });
  measureReminders({ metrics, db: database.db, clock });
  measureBackup(metrics, database.db);
  measureCertificate(metrics, config.mail.tls);
  measureRelease(metrics, instance, () => readSchema(database.db));
  measureDisks(metrics, {
    data: config.dataDir,
    blobs: config.blobStore.url.startsWith('file:') ? fileBlobsDir(config.blobStore.url) : null,
  });
  const listener = await createListener({ pgConfig, clock, log });
  opened.defer(() => listener.close());
  const timeline = watchTimeline({ db: background.db, clock, log });
  opened.defer(() => timeline.close());
  listener.onReconnect(() => void timeline.look());
  await timeline.look();
  const publisher = createChangePublisher(database.db, log, MAIL.journal);
  opened.defer(() => publisher.idle());
  const drivePublisher = createChangePublisher(database.db, log, DRIVE.journal);
  opened.defer(() => drivePublisher.idle());
  const contactsPublisher = createChangePublisher(database.db, log, CONTACTS.journal);
  opened.defer(() => contactsPublisher.idle());
  const calendarPublisher = createChangePublisher(database.db, log, CALENDAR.journal);
  opened.defer(() => calendarPublisher.idle());
  const shareWatch = await createShareWatch({ clock, log, listener });
  opened.defer(async () => shareWatch.stop());

  const { url: blobStoreUrl, ...blobOptions } = config.blobStore;
  const onDamage = createDamageReport({ db: database.db, clock, log });
  const blobs = countBlobErrors(
    await openBlobStore(blobStoreUrl, { clock, onDamage, ...blobOptions }),
    metrics,
  );
  opened.defer(() => blobs.close());
  await claimBlobStore({ db: database.db, blobs, clock, log }, config);
  const parser = createMailParser({ blobStoreUrl, blobOptions, clock, log, onDamage });
  opened.defer(() => parser.close());
  const documents = createDocumentReader({ clock });
  opened.defer(() => documents.close());
  const invoices = createInvoiceReader(clock);
  opened.defer(() => invoices.close());
  const workbooks = createWorkbookReader(clock);
  opened.defer(() => workbooks.close());

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

  const personNotices = createPersonNotices({ clock, db: database.db, publisher, blobs, parser });

  const parts = opened.move();
  return {
    config,
    clock,
    log,
    metrics,
    pgConfig,
    database,
    db: database.db,
    background,
    listener,
    publisher,
    drivePublisher,
    contactsPublisher,
    calendarPublisher,
    shareWatch,
    messageLeft: activateShares,
    blobs,
    parser,
    startUp: { waitingFor: new Set(['ports'] as const) },
    instance,
    drain: { begun: false },
    resolver,
    outboundTransport,
    outside,
    dkim,
    guardedFetch,
    feedFetch: createGuardedFetch({ ...dialing, internalHosts: config.calendarHosts }),
    pushFetch: createGuardedFetch({ ...dialing, internalHosts: config.push.internalHosts }),
    secrets,
    personNotices,
    phoneGateway: createPhoneGateway(config, { clock, db: database.db, personNotices }),
    providers,
    passwordGate: createPasswordGate(),
    folderCounts: createFolderCounts(),
    scanFile: overrides.scanFile ?? createFileScanner(config, clock),
    askRspamd: createRspamdClient(config, clock),
    trainSpam: createTrainer(config, clock),
    documents,
    invoices,
    workbooks,
    pdfConverter,
    officeServer:
      config.officeUrl === null ? null : createOfficeServer({ url: config.officeUrl, clock, log }),
    webClient: overrides.webClient === undefined ? findWebClient() : overrides.webClient,
    close: () => parts.disposeAsync(),
  };
}

/** Told from the others of its machine, and short enough to be typed. */
const INSTANCE_BYTES = 3;
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

function createPhoneGateway(
  { phone: { gateway } }: Config,
  deps: Parameters<typeof createInboxGateway>[0],
): PhoneGateway | null {
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
