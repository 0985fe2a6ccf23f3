import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65535);
const seconds = z.coerce.number().int().min(1);
const count = z.coerce.number().int().min(1);
const text = z.string().min(1);

/** Every variable that the program reads. Nothing else in the code looks at the environment. */
const variables = z.object({
  /** Where the web client and the HTTP API listen. */
  PORT: port.default(8080),
  HOST: text.default('127.0.0.1'),
  /** The address that people type, where a proxy stands in front; links in mails are made from it. */
  PUBLIC_URL: z.url().optional(),
  /** Everything that is kept on disk lies below: the embedded database and the blobs. */
  DATA_DIR: text.default('./data'),
  /** A PostgreSQL to use instead of the embedded one. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connections that one process keeps to the database. */
  DATABASE_POOL: count.default(12),
  /** `file:DIR`, or `s3://bucket?endpoint=…&region=…&prefix=…`; DATA_DIR/blobs unless given. */
  BLOB_STORE: z
    .string()
    .regex(/^(file:|s3:\/\/)./, 'begins with file: or s3://')
    .optional(),
  /** Credentials of the S3 blob store: both or neither. */
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  /** What this process does: any of http, mail, jobs. */
  ROLES: text.default('http,mail,jobs'),
  /** Where mail comes in. */
  MAIL_HOST: text.default('127.0.0.1'),
  SMTP_PORT: port.default(2525),
  LMTP_PORT: port.default(2424),
  /** Where people's own mail programs hand in what they send, after AUTH. */
  SUBMISSION_PORT: port.default(2587),
  /** The same, encrypted from the start (RFC 8314); no such port unless given. It needs MAIL_TLS_CERT. */
  SUBMISSION_TLS_PORT: port.optional(),
  /** Who may show a password without TLS: programs on this machine, or `never` anybody. */
  SUBMISSION_OPEN_PASSWORD: z.enum(['loopback', 'never']).default('loopback'),
  /** The name that the mail server greets with and writes into Received lines; the machine's own unless given. */
  MAIL_NAME: text.optional(),
  /** Files with the certificate (chain) and its key, for STARTTLS: both or neither. */
  MAIL_TLS_CERT: text.optional(),
  MAIL_TLS_KEY: text.optional(),
  /** The relay that takes all mail for elsewhere, `smtp://user:pass@host:port`; without it mail goes to the MX. */
  SMTP_RELAY: text.optional(),
  /** Mail that leaves is signed with this key (a file, PEM) under this selector: both or neither. */
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9-]{1,63})*$/i, 'is no DNS name')
    .optional(),
  DKIM_KEY: text.optional(),
  /** Recipients that one mailbox may send to, against a stolen account; a person is told when there is room again. */
  SENDING_PER_HOUR: count.default(500),
  SENDING_PER_DAY: count.default(2000),
  /** Where clamd listens, `host:port` or the path of its socket; without it files are not scanned. */
  CLAMD: text.optional(),
  /** The normal worker of rspamd, `http://host:11333`, that drafts are checked with; without it our own scorer looks. */
  RSPAMD: z.url({ protocol: /^https?$/ }).optional(),
  RSPAMD_PASSWORD: text.optional(),
  /** Largest message that is accepted, in MB. */
  MAIL_MAX_MB: count.max(200).default(40),
  /** What an empty database is filled with; `demo` only by default, and only with the embedded database. */
  SEED: z.enum(['demo', 'none']).optional(),
  /** How long a session lasts without use, in seconds. */
  SESSION_SECONDS: seconds.default(30 * 24 * 3600),
  /**
   * The single sign-on in front, where there is one: only then a session token that comes in an address
   * (`login_param`, `access_token`) is accepted.
   */
  SSO_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** How many proxies in front are believed when they say whom they speak for. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /**
   * LibreOffice's `soffice`, which makes previews of office documents; looked for on the PATH and in the usual places
   * unless given. `none`: no previews.
   */
  SOFFICE: text.optional(),
  PATH: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export type Env = z.infer<typeof variables>;

export class EnvError extends Error {
  override name = 'EnvError';
}

/** Reads the variables; an empty one counts as not set. Throws one line for the first that is wrong. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(set);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new EnvError(`${issue?.path.join('.')}: ${issue?.message}`);
}
