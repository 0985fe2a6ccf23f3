import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { InstallationLinks } from '@bocau/contract/account.ts';
import type { MailService } from '@bocau/contract/server-info.ts';
import type { ClamdAddress } from '../platform/clamd/virus-scanner.ts';
import type { DnsServer } from '../platform/dns/name-servers.ts';
import type { Keys } from '../platform/secrets/key-file.ts';
import type { Relay } from '../platform/smtp-out/mail-route.ts';
import type { Env, Role } from './env.ts';
import { ownServices } from './own-services.ts';
import { type PhoneConfig, readPhone } from './read-phone.ts';

export type Config = {
  dataDir: string;
  /** Null: the embedded database of dataDir. */
  databaseUrl: string | null;
  /** The same database, bypassing the pooler of databaseUrl; null when that is none. */
  databaseDirectUrl: string | null;
  databasePool: number;
  /** Which databases are migrated at start: all, or those without tables. */
  migrate: 'start' | 'empty' | 'never';
  blobStore: {
    url: string;
    credentials: { accessKeyId: string; secretAccessKey: string } | null;
    compress: boolean;
  };
  /** The rate at which the scrub verifies blobs; 0 disables it. */
  scrubBytesPerSecond: number;
  /** How long an unreferenced blob is kept. */
  blobGraceSeconds: number;
  deletedPeopleDays: number;
  /** File extensions refused everywhere. */
  blockedFileTypes: readonly string[];
  /** Null: the console offers no restores. */
  backupDir: string | null;
  roles: ReadonlySet<Role>;
  http: {
    host: string;
    port: number;
    publicUrl: string;
    trustedProxies: number;
    sessionSeconds: number;
    /** Internal single sign-on providers, `host:port`; others must be on the public web. */
    signOnHosts: ReadonlySet<string>;
  };
  operations: { host: string; port: number };
  drainSeconds: number;
  mail: {
    host: string;
    smtpPort: number;
    lmtpHost: string;
    lmtpPort: number;
    /** Null: no front mail server asks for our domains. */
    socketmapPort: number | null;
    /** The authserv-ids of our own mail servers in front. */
    gateways: string[];
    submissionHost: string;
    submissionPort: number;
    /** Null: no implicit TLS. */
    submissionTlsPort: number | null;
    imapHost: string;
    imapPort: number;
    /** Null: no implicit TLS. */
    imapTlsPort: number | null;
    pop3Port: number;
    /** Null: nowhere is encrypted from the start. */
    pop3TlsPort: number | null;
    /** A program on this machine may sign in without TLS. */
    plaintextAuthOnLoopback: boolean;
    name: string;
    tls: { certFile: string; keyFile: string } | null;
    maxBytes: number;
    /** The servers to configure in users' mail programs. */
    services: MailService[];
    /** Null: mail for other domains goes to the recipient's own mail server. */
    relay: Relay | null;
    dkim: { selector: string; keyFile: string } | null;
  };
  /** Null: the machine's own. */
  dnsServers: DnsServer[] | null;
  /** Limits of recipients per mailbox. */
  sending: { perHour: number; perDay: number };
  brake: { perHour: number; perDay: number; refused: number };
  clamd: ClamdAddress | null;
  rspamd: {
    url: string;
    password: string | null;
    /** Null: the spam filter is not trained. */
    controllerUrl: string | null;
  } | null;
  /** Null: no previews of office documents; without a command the program is searched. */
  office: { command: string | null; searchPath: string } | null;
  /** The editor of office documents; null: there is none. */
  officeUrl: string | null;
  /** Pages of the operator; empty when there are none. */
  links: InstallationLinks;
  seed: 'demo' | 'none';
  /** Null: those next to the embedded database. */
  secretsKeys: Keys | null;
  phone: PhoneConfig;
  /** `offered`: new mail is pushed to browsers. */
  push: { offered: boolean; internalHosts: ReadonlySet<string> };
  /** Where people may follow calendars inside the network. */
  calendarHosts: ReadonlySet<string>;
  logLevel: Env['LOG_LEVEL'];
};

/**
 * Turns flat variables into the nested configuration. Groups were checked for completeness when the variables
 * were read.
 */
export function readConfig(env: Env): Config {
  const dataDir = resolve(env.DATA_DIR);
  return {
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    databasePool: env.DATABASE_POOL,
    migrate: env.MIGRATE ?? (env.DATABASE_URL === undefined ? 'start' : 'empty'),
    blobStore: {
      url: env.BLOB_STORE ?? `file:${join(dataDir, 'blobs')}`,
      credentials: readS3Credentials(env),
      compress: env.BLOB_COMPRESSION,
    },
    blobGraceSeconds: env.BLOB_GRACE_HOURS * 3600,
    deletedPeopleDays: env.DELETED_PEOPLE_DAYS,
    blockedFileTypes: env.BLOCKED_FILE_TYPES,
    backupDir: env.BACKUP_DIR ?? null,
    roles: env.ROLES,
    http: {
      host: env.HOST,
      port: env.PORT,
      publicUrl: env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`,
      trustedProxies: env.TRUSTED_PROXIES,
      sessionSeconds: env.SESSION_SECONDS,
      signOnHosts: env.SSO_INTERNAL_HOSTS,
    },
    operations: { host: env.OPERATIONS_HOST, port: env.OPERATIONS_PORT },
    drainSeconds: env.DRAIN_SECONDS,
    mail: {
      host: env.SMTP_LISTEN_HOST,
      smtpPort: env.SMTP_PORT,
      lmtpHost: env.LMTP_LISTEN_HOST,
      lmtpPort: env.LMTP_PORT,
      socketmapPort: env.SOCKETMAP_PORT ?? null,
      gateways: env.TRUSTED_AUTHSERV,
      submissionHost: env.SUBMISSION_LISTEN_HOST ?? env.SMTP_LISTEN_HOST,
      submissionPort: env.SUBMISSION_PORT,
      submissionTlsPort: env.SUBMISSION_TLS_PORT ?? null,
      imapHost: env.IMAP_LISTEN_HOST ?? env.SMTP_LISTEN_HOST,
      imapPort: env.IMAP_PORT,
      imapTlsPort: env.IMAP_TLS_PORT ?? null,
      pop3Port: env.POP3_PORT,
      pop3TlsPort: env.POP3_TLS_PORT ?? null,
      plaintextAuthOnLoopback: env.SUBMISSION_PLAINTEXT_AUTH === 'loopback',
      name: env.MAIL_HOSTNAME ?? hostname(),
      tls: readTls(env),
      maxBytes: env.MAIL_MAX_MB * 1024 * 1024,
      services: env.MAIL_SERVICES ?? ownServices(env),
      relay: env.SMTP_RELAY ?? null,
      dkim: readDkim(env),
    },
    dnsServers: env.DNS_SERVERS ?? null,
    sending: { perHour: env.SENDING_PER_HOUR, perDay: env.SENDING_PER_DAY },
    brake: { perHour: env.BRAKE_PER_HOUR, perDay: env.BRAKE_PER_DAY, refused: env.BRAKE_REFUSED },
    clamd: env.CLAMD ?? null,
    rspamd: readRspamd(env),
    office: env.SOFFICE === 'none' ? null : { command: env.SOFFICE ?? null, searchPath: env.PATH },
    scrubBytesPerSecond: env.SCRUB_MB_PER_SECOND * 1_000_000,
    officeUrl: env.OFFICE_URL ?? null,
    links: readLinks(env),
    seed: readSeed(env),
    secretsKeys: env.SECRETS_KEY ?? null,
    phone: readPhone(env, readSeed(env)),
    push: { offered: env.WEB_PUSH === 'on', internalHosts: env.PUSH_INTERNAL_HOSTS },
    calendarHosts: env.CALENDAR_INTERNAL_HOSTS,
    logLevel: env.LOG_LEVEL,
  };
}

function readLinks(env: Env): InstallationLinks {
  return {
    ...(env.FEEDBACK_ADDRESS !== undefined && { feedback: env.FEEDBACK_ADDRESS }),
    ...(env.PROVIDER_URL !== undefined && { provider: env.PROVIDER_URL }),
    ...(env.HELP_URL !== undefined && { help: env.HELP_URL }),
    ...(env.MEETING_URL !== undefined && { meeting: env.MEETING_URL }),
  };
}

function readS3Credentials(env: Env): Config['blobStore']['credentials'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { accessKeyId, secretAccessKey };
}

function readTls({ MAIL_TLS_CERT: certFile, MAIL_TLS_KEY: keyFile }: Env): Config['mail']['tls'] {
  return certFile === undefined || keyFile === undefined ? null : { certFile, keyFile };
}

function readDkim({ DKIM_SELECTOR: selector, DKIM_KEY: keyFile }: Env): Config['mail']['dkim'] {
  return selector === undefined || keyFile === undefined ? null : { selector, keyFile };
}

function readRspamd(env: Env): Config['rspamd'] {
  const { RSPAMD: url, RSPAMD_PASSWORD: password, RSPAMD_CONTROLLER: controllerUrl } = env;
  return url === undefined ? null : { url, password: password ?? null, controllerUrl: controllerUrl ?? null };
}

function readSeed(env: Env): 'demo' | 'none' {
  return env.SEED ?? (env.DATABASE_URL === undefined ? 'demo' : 'none');
}
