import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { ClamdAddress } from '../platform/clamd/virus-scanner.ts';
import { type Relay, readRelayUrl } from '../platform/smtp-out/mail-route.ts';
import { type Env, EnvError } from './env.ts';

export const ROLES = ['http', 'mail', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

export type Config = {
  dataDir: string;
  /** Null: the embedded database of dataDir. */
  databaseUrl: string | null;
  databasePool: number;
  blobStore: { url: string; credentials: { accessKeyId: string; secretAccessKey: string } | null };
  roles: ReadonlySet<Role>;
  http: {
    host: string;
    port: number;
    publicUrl: string;
    trustedProxies: number;
    sessionSeconds: number;
    signOnUrl: string | null;
  };
  mail: {
    host: string;
    smtpPort: number;
    lmtpPort: number;
    submissionPort: number;
    /** Null: nowhere is encrypted from the start. */
    submissionTlsPort: number | null;
    /** A program on this machine may sign in without TLS. */
    openPasswordOnLoopback: boolean;
    name: string;
    tls: { certFile: string; keyFile: string } | null;
    maxBytes: number;
    /** Null: mail for elsewhere goes to the recipient's own mail server. */
    relay: Relay | null;
    dkim: { selector: string; keyFile: string } | null;
  };
  /** How many recipients one mailbox may send to. */
  sending: { perHour: number; perDay: number };
  clamd: ClamdAddress | null;
  rspamd: { url: string; password: string | null } | null;
  /** Null: no previews of office documents; without a command it is looked for. */
  office: { command: string | null; searchPath: string } | null;
  seed: 'demo' | 'none';
  logLevel: Env['LOG_LEVEL'];
};

/** Turns flat variables into the nested configuration, and refuses groups that are given by half. */
export function readConfig(env: Env): Config {
  const dataDir = resolve(env.DATA_DIR);
  return {
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    blobStore: {
      url: env.BLOB_STORE ?? `file:${join(dataDir, 'blobs')}`,
      credentials: readS3Credentials(env),
    },
    roles: readRoles(env.ROLES),
    http: {
      host: env.HOST,
      port: env.PORT,
      publicUrl: env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`,
      trustedProxies: env.TRUSTED_PROXIES,
      sessionSeconds: env.SESSION_SECONDS,
      signOnUrl: env.SSO_URL ?? null,
    },
    mail: {
      host: env.MAIL_HOST,
      smtpPort: env.SMTP_PORT,
      lmtpPort: env.LMTP_PORT,
      submissionPort: env.SUBMISSION_PORT,
      submissionTlsPort: readSubmissionTlsPort(env),
      openPasswordOnLoopback: env.SUBMISSION_OPEN_PASSWORD === 'loopback',
      name: env.MAIL_NAME ?? hostname(),
      tls: readTls(env),
      maxBytes: env.MAIL_MAX_MB * 1024 * 1024,
      relay: readRelay(env),
      dkim: readDkim(env),
    },
    sending: { perHour: env.SENDING_PER_HOUR, perDay: env.SENDING_PER_DAY },
    clamd: readClamd(env),
    rspamd: readRspamd(env),
    office: env.SOFFICE === 'none' ? null : { command: env.SOFFICE ?? null, searchPath: env.PATH },
    seed: readSeed(env),
    logLevel: env.LOG_LEVEL,
  };
}

function readRoles(text: string): ReadonlySet<Role> {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !ROLES.some((role) => role === name));
  if (unknown !== undefined) throw new EnvError(`ROLES: '${unknown}' is none of ${ROLES.join(', ')}`);
  return new Set(names as Role[]);
}

function readS3Credentials(env: Env): Config['blobStore']['credentials'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId === undefined && secretAccessKey === undefined) return null;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new EnvError('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: both or neither');
  }
  return { accessKeyId, secretAccessKey };
}

function readTls(env: Env): Config['mail']['tls'] {
  const { MAIL_TLS_CERT: certFile, MAIL_TLS_KEY: keyFile } = env;
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined || keyFile === undefined) {
    throw new EnvError('MAIL_TLS_CERT, MAIL_TLS_KEY: both or neither');
  }
  return { certFile, keyFile };
}

function readSubmissionTlsPort({ SUBMISSION_TLS_PORT: port, MAIL_TLS_CERT: certFile }: Env): number | null {
  if (port !== undefined && certFile === undefined) {
    throw new EnvError('SUBMISSION_TLS_PORT: MAIL_TLS_CERT is missing');
  }
  return port ?? null;
}

function readRelay({ SMTP_RELAY: url }: Env): Relay | null {
  if (url === undefined) return null;
  const relay = readRelayUrl(url);
  if (!relay) throw new EnvError('SMTP_RELAY: is no smtp://user:pass@host:port');
  return relay;
}

function readDkim(env: Env): Config['mail']['dkim'] {
  const { DKIM_SELECTOR: selector, DKIM_KEY: keyFile } = env;
  if (selector === undefined && keyFile === undefined) return null;
  if (selector === undefined || keyFile === undefined) {
    throw new EnvError('DKIM_SELECTOR, DKIM_KEY: both or neither');
  }
  return { selector, keyFile };
}

function readClamd({ CLAMD: text }: Env): ClamdAddress | null {
  if (text === undefined) return null;
  if (text.startsWith('/')) return { path: text };
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined) throw new EnvError('CLAMD: is neither host:port nor the path of a socket');
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

function readRspamd({ RSPAMD: url, RSPAMD_PASSWORD: password }: Env): Config['rspamd'] {
  if (url !== undefined) return { url, password: password ?? null };
  if (password !== undefined) throw new EnvError('RSPAMD_PASSWORD: RSPAMD is missing');
  return null;
}

function readSeed(env: Env): 'demo' | 'none' {
  return env.SEED ?? (env.DATABASE_URL === undefined ? 'demo' : 'none');
}
