import { BLOCKED_TYPES, FILE_TYPE } from '@bocau/contract/file-types.ts';
import type { MailService } from '@bocau/contract/server-info.ts';
import { z } from 'zod';
import type { ClamdAddress } from '../platform/clamd/virus-scanner.ts';
import { urlsOfHosts } from '../platform/db/hosts.ts';
import { type DnsServer, readDnsServer } from '../platform/dns/name-servers.ts';
import { type Keys, parseKeys } from '../platform/secrets/key-file.ts';
import { type Relay, readRelayUrl } from '../platform/smtp-out/mail-route.ts';
import {
  EnvError,
  type Given,
  groupFaults,
  misspelledFaults,
  renamedFaults,
  valueFault,
} from './env-faults.ts';
import { type Country, INBOX, readCountries } from './phone-values.ts';
import { readMailService } from './read-mail-service.ts';

const ROLES = ['http', 'mail', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

const LARGEST_MESSAGE_MB = 200;
/** An authserv-id as servers write it (RFC 8601 section 2.5): a host name, also a short one. */
const SERVER_NAME = /^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

// The message of each schema says what is expected; readEnv puts the variable and its value before it.
const text = z.string().min(1);
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });
const port = wholeNumber(0, 65535, 'a port, 0 to 65535 (0 is any free one)');
const positive = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'a whole number, 1 or more');
/** What stands in braces may be anywhere but in the name of the server. */
const GATEWAY_EXPECTED = 'a URL such as https://sms.example.com/send';
const gatewayUrl = text.refine(
  (given) => /^https?:$/.test(URL.parse(given)?.protocol ?? '') && !URL.parse(given)?.host.includes('%7B'),
  GATEWAY_EXPECTED,
);
const webUrl = z.url({ protocol: /^https?$/, error: 'a URL such as https://mail.example.com' });

/** Every variable that the program reads. Nothing else in the code looks at the environment. */
const variables = z.object({
  /** Where the web client and the HTTP API listen. */
  PORT: port.default(8080),
  HOST: text.default('127.0.0.1'),
  /** The address that people type, where a proxy stands in front; links in mails are made from it. */
  PUBLIC_URL: webUrl.optional(),
  /** Everything that is kept on disk lies below: the embedded database and the blobs. */
  DATA_DIR: text.default('./data'),
  /** A PostgreSQL to use instead of the embedded one. Of several hosts with commas between, the primary is used. */
  DATABASE_URL: text
    .refine(
      (given) => urlsOfHosts(given).every((url) => databaseUrl.safeParse(url).success),
      'postgres://user:password@host:5432/database',
    )
    .optional(),
  /**
   * The same database past a pooler that shares connections between transactions (PgBouncer in transaction mode), where
   * DATABASE_URL names one: for notifications, locks, migrations and the job queue.
   */
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'postgres://user:password@host:5432/database' })
    .optional(),
  /** Connections that one process keeps to the database. */
  DATABASE_POOL: positive.default(12),
  /**
   * Whether the start brings the database up to this release: `start`, as with the embedded one; `empty`, as with
   * DATABASE_URL: a database without tables alone, all others by `npm run admin -- migrate`; `never`.
   */
  MIGRATE: oneOf('start', 'empty', 'never').optional(),
  /** `file:DIR`, or `s3://bucket?endpoint=…&region=…&prefix=…`; DATA_DIR/blobs unless given. */
  BLOB_STORE: z
    .string()
    .regex(/^(file:|s3:\/\/)./, 'file:DIR or s3://bucket?endpoint=…&region=…')
    .optional(),
  /** `off` while a release still reads them that knows neither compressed blobs nor attachments within sources. */
  BLOB_COMPRESSION: z
    .enum(['on', 'off'], 'on or off')
    .transform((value) => value === 'on')
    .default(true),
  /** How many MB of blobs are read against their hashes in a second, by one process at a time; 0: none. */
  SCRUB_MB_PER_SECOND: wholeNumber(0, 10_000, 'a whole number of MB, 0 for none').default(4),
  /**
   * For how many hours a blob is kept that nothing names any more: longer than it takes to copy the database and the blobs
   * by other means than `npm run admin -- backup`, while which none is thrown away.
   */
  BLOB_GRACE_HOURS: wholeNumber(24, 24 * 365, 'a whole number of hours, 24 or more').default(24),
  /** For how many days a deleted person can be brought back; 0 for none. */
  DELETED_PEOPLE_DAYS: wholeNumber(0, 3650, 'a whole number of days').default(30),
  /** Types of files that are refused, in place of those that are built in. */
  BLOCKED_FILE_TYPES: z.string().transform(readFileTypes).default(BLOCKED_TYPES),
  /** Where backups are made (`npm run admin -- backup --out`), for administrators to restore folders out of. */
  BACKUP_DIR: text.optional(),
  /** Credentials of the S3 blob store: both or neither. */
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  /** What this process does: any of http, mail, jobs. */
  ROLES: z.string().transform(readRoles).default(new Set(ROLES)),
  /** Where operators ask: /healthz, /readyz and /metrics. Whoever reaches it needs no password. */
  OPERATIONS_HOST: text.default('127.0.0.1'),
  OPERATIONS_PORT: port.default(8081),
  /** How long a process that is drained still answers HTTP, so that proxies have seen its /readyz fail. */
  DRAIN_SECONDS: wholeNumber(0, 600, 'a whole number, 0 to 600').default(15),
  /** The address that SMTP listens on, and submission unless SUBMISSION_LISTEN_HOST is given. */
  SMTP_LISTEN_HOST: text.default('127.0.0.1'),
  SMTP_PORT: port.default(2525),
  /** For a mail server of your own in front. It is believed, so that nobody else may reach it. */
  LMTP_LISTEN_HOST: text.default('127.0.0.1'),
  LMTP_PORT: port.default(2424),
  /**
   * Where that mail server asks which domains are ours (Postfix: `socketmap:inet:127.0.0.1:2425:domains`), at the address of
   * LMTP_LISTEN_HOST; no such port unless given.
   */
  SOCKETMAP_PORT: port.optional(),
  /**
   * The names that your mail servers in front write into their Authentication-Results, separated by commas. With them
   * mail by LMTP that claims a domain of ours is marked as forged unless such a server or a signature proves it, and
   * what their spam filters mark is Junk; without them, whoever speaks LMTP is trusted to have refused what is forged.
   */
  TRUSTED_AUTHSERV: z.string().transform(readServerNames).default([]),
  /** Where people's own mail programs hand in what they send, after AUTH. */
  SUBMISSION_PORT: port.default(2587),
  /** The address that submission listens on, where a mail server of your own stands before SMTP alone. */
  SUBMISSION_LISTEN_HOST: text.optional(),
  /** The same, encrypted from the start (RFC 8314); no such port unless given. It needs MAIL_TLS_CERT. */
  SUBMISSION_TLS_PORT: port.optional(),
  /** Who may sign in to submission without TLS: programs on this machine (`loopback`), or `never` anybody. */
  SUBMISSION_PLAINTEXT_AUTH: oneOf('loopback', 'never').default('loopback'),
  /**
   * What people's mail programs are set up with: smtp://host:587 and smtps://host:465, and where such servers stand beside
   * this one imap(s)://host:port and pop3(s)://host:port, separated by commas; our own submission ports unless given.
   */
  MAIL_SERVICES: z.string().transform(readMailServices).optional(),
  /** The name that the mail server greets with and writes into Received lines; the machine's own unless given. */
  MAIL_HOSTNAME: text.optional(),
  /** Files with the certificate (chain) and its key, for STARTTLS: both or neither. They are read again when they change. */
  MAIL_TLS_CERT: text.optional(),
  MAIL_TLS_KEY: text.optional(),
  /** The relay that takes all mail for elsewhere, `smtp://user:pass@host:port`; without it mail goes to the MX. */
  SMTP_RELAY: z.string().transform(readRelay).optional(),
  /** Mail that leaves is signed with this key (a file, PEM) under this selector: both or neither. */
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9-]{1,63})*$/i, 'a DNS name such as mail2026')
    .optional(),
  DKIM_KEY: text.optional(),
  /** The recursive name servers to ask, `address` or `address:port`, separated by commas; the machine's unless given. */
  DNS_SERVERS: z.string().transform(readDnsServers).optional(),
  /** Recipients that one mailbox may send to, against a stolen account; a person is told when there is room again. */
  SENDING_PER_HOUR: positive.default(500),
  SENDING_PER_DAY: positive.default(2000),
  /** Recipients elsewhere, and refused ones, from which on a mailbox that never sent so much is held to be looked at. */
  BRAKE_PER_HOUR: positive.default(300),
  BRAKE_PER_DAY: positive.default(1000),
  BRAKE_REFUSED: positive.default(30),
  /** Where clamd listens, `host:port` or the path of its socket; without it files are not scanned. */
  CLAMD: z.string().transform(readClamd).optional(),
  /** The normal worker of rspamd, `http://host:11333`, for drafts and mail that comes in; without it our own scorer looks. */
  RSPAMD: z.url({ protocol: /^https?$/, error: 'a URL such as http://127.0.0.1:11333' }).optional(),
  RSPAMD_PASSWORD: text.optional(),
  /** Its controller, `http://host:11334`, which learns from what people call spam; without it nothing is learned. */
  RSPAMD_CONTROLLER: z
    .url({ protocol: /^https?$/, error: 'a URL such as http://127.0.0.1:11334' })
    .optional(),
  /** Largest message that is accepted, in MB. */
  MAIL_MAX_MB: wholeNumber(1, LARGEST_MESSAGE_MB, `a whole number, 1 to ${LARGEST_MESSAGE_MB}`).default(40),
  /** What an empty database is filled with; `demo` only by default, and only with the embedded database. */
  SEED: oneOf('demo', 'none').optional(),
  /**
   * What the secrets of people's sign-in are encrypted with, 32 bytes in base64, the same on every process; made beside
   * the embedded database. To change it, put the new one before the old one, and run `npm run admin -- secrets rotate`.
   */
  SECRETS_KEY: z.string().transform(readKeys).optional(),
  /**
   * Where a provider is asked for an SMS, and for a call that says a code; each may be missing, and with both missing no
   * telephone is verified. {to}, {text}, {code} and {method} stand for what is sent. PHONE_SMS_URL=inbox, as in the
   * demo: both come into the inbox of whoever asks.
   */
  PHONE_SMS_URL: z.union([z.literal(INBOX), gatewayUrl], GATEWAY_EXPECTED).optional(),
  PHONE_CALL_URL: gatewayUrl.optional(),
  PHONE_GATEWAY_METHOD: oneOf('POST', 'GET', 'PUT').default('POST'),
  /** The body of that request, where it has one, with the same words in braces. */
  PHONE_GATEWAY_BODY: text.default('{"to":"{to}","text":"{text}"}'),
  /** By its type the values in the body are escaped: JSON, a form, XML. */
  PHONE_GATEWAY_TYPE: text.default('application/json'),
  /** The value of its header Authorization, such as `Bearer …`. */
  PHONE_GATEWAY_AUTHORIZATION: text.optional(),
  /** The countries whose numbers can be verified, as ISO 3166 has them, separated by commas; the usual one first. */
  PHONE_COUNTRIES: z.string().transform(readPhoneCountries).default(['VN']),
  /** Codes that are sent in a day (UTC) for all accounts together, against a bill that nobody expects. */
  PHONE_CODES_PER_DAY: positive.default(1000),
  /** What people are told that a verification costs them, in VND; 0 where it costs nothing. */
  PHONE_FEE: wholeNumber(0, 1_000_000_000, 'a whole number of VND').default(20_000),
  /** How long a session lasts without use, in seconds. */
  SESSION_SECONDS: positive.default(30 * 24 * 3600),
  /**
   * Providers of single sign-on that are not on the public web, `host:port` separated by commas, such as
   * `keycloak.internal:8443`: no other address inside is called, whatever a provider says. By http only these.
   */
  SSO_INTERNAL_HOSTS: z.string().transform(readHosts).default(new Set()),
  /** How many proxies in front are believed when they say whom they speak for. */
  TRUSTED_PROXIES: wholeNumber(0, 100, 'a whole number, 0 to 100').default(0),
  /**
   * LibreOffice's `soffice`, which makes previews of office documents; looked for on the PATH and in the usual places
   * unless given. `none`: no previews.
   */
  SOFFICE: text.optional(),
  /**
   * Where browsers and this program reach an editor of office documents that speaks WOPI, such as Collabora Online or
   * OnlyOffice; without it they are only shown.
   */
  OFFICE_URL: z.url({ protocol: /^https?$/, error: 'a URL such as https://office.example.com' }).optional(),
  /** Where people send what they think of the product: an email address, or a page; without it nothing asks them. */
  FEEDBACK_ADDRESS: z
    .union(
      [z.email(), z.url({ protocol: /^https$/ })],
      'an email address, or a URL such as https://example.com/feedback',
    )
    .optional(),
  /** The page of whoever runs this installation, which the foot of the sidebar names. */
  PROVIDER_URL: webUrl.optional(),
  /** Help of your own, in place of the help that the product brings. */
  HELP_URL: webUrl.optional(),
  PATH: z.string().default(''),
  LOG_LEVEL: oneOf(...LOG_LEVELS).default('info'),
});

export type Env = z.infer<typeof variables>;

/** Reads the variables; an empty one counts as not set. Throws an EnvError that names every fault. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given: Given = new Map(
    Object.entries(source).filter((entry): entry is [string, string] => (entry[1] ?? '') !== ''),
  );
  const parsed = variables.safeParse(Object.fromEntries(given));
  const faults = [
    ...(parsed.error?.issues.map((issue) => {
      const name = String(issue.path[0]);
      return valueFault(name, given.get(name) ?? '', issue.message);
    }) ?? []),
    ...renamedFaults(given),
    ...misspelledFaults(given, Object.keys(variables.shape)),
    ...groupFaults(given),
  ];
  if (!parsed.success || faults.length > 0) throw new EnvError(faults);
  return parsed.data;
}

/** For a program that runs beside this one: what it inherits, and settings that hold unless they are given. */
export function inheritedEnv(settings: Record<string, string>): NodeJS.ProcessEnv {
  return { ...settings, ...process.env };
}

/** Digits alone: JavaScript would take 0x10 and 1e3 for numbers too. */
function wholeNumber(least: number, most: number, expected: string) {
  return z
    .string()
    .regex(/^\d{1,15}$/, expected)
    .transform(Number)
    .refine((value) => value >= least && value <= most, expected);
}

function oneOf<const Word extends string>(...words: Word[]) {
  return z.enum(words, { error: `one of ${words.join(', ')}` });
}

function readDnsServers(list: string, context: z.RefinementCtx): DnsServer[] {
  const servers = list.split(',').map((one) => readDnsServer(one.trim()));
  if (servers.every((server) => server !== null)) return servers;
  context.addIssue('addresses such as 192.0.2.1 or 192.0.2.1:5353, separated by commas');
  return z.NEVER;
}

function readServerNames(list: string, context: z.RefinementCtx): string[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  if (names.every((name) => SERVER_NAME.test(name))) return [...new Set(names)];
  context.addIssue('names such as mx.example.com, separated by commas');
  return z.NEVER;
}

function readHosts(list: string, context: z.RefinementCtx): ReadonlySet<string> {
  const hosts = list.split(',').map((host) => host.trim().toLowerCase());
  if (hosts.every((host) => /^[a-z0-9.-]+:\d{1,5}$/.test(host))) return new Set(hosts);
  context.addIssue('names with ports such as keycloak.internal:8443, separated by commas');
  return z.NEVER;
}

function readMailServices(list: string, context: z.RefinementCtx): MailService[] {
  const services = list.split(',').map((one) => readMailService(one.trim()));
  if (services.every((service) => service !== null)) return services;
  context.addIssue('smtp://host:587, smtps://host:465, imaps://host:993 or the like, separated by commas');
  return z.NEVER;
}

function readFileTypes(list: string, context: z.RefinementCtx): readonly string[] {
  if (list.trim() === 'none') return [];
  const types = list.split(',').map((type) => type.trim().toLowerCase().replace(/^\./, ''));
  const known = types.flatMap((type) => (type === 'default' ? BLOCKED_TYPES : [type]));
  if (known.every((type) => FILE_TYPE.test(type))) return [...new Set(known)];
  context.addIssue(
    'extensions such as exe,iso separated by commas, default for those that are built in, or none',
  );
  return z.NEVER;
}

function readRoles(list: string, context: z.RefinementCtx): ReadonlySet<Role> {
  const names = list.split(',').map((name) => name.trim());
  const roles = ROLES.filter((role) => names.includes(role));
  if (roles.length === new Set(names).size) return new Set(roles);
  context.addIssue(`any of ${ROLES.join(', ')}, separated by commas`);
  return z.NEVER;
}

function readPhoneCountries(list: string, context: z.RefinementCtx): [Country, ...Country[]] {
  const countries = readCountries(list);
  if (countries) return countries;
  context.addIssue('countries such as VN,LA, by their two letters');
  return z.NEVER;
}

function readKeys(list: string, context: z.RefinementCtx): Keys {
  const keys = parseKeys(list);
  if (keys) return keys;
  context.addIssue(
    '32 bytes in base64, as `openssl rand -base64 32` prints; the newest first, separated by commas',
  );
  return z.NEVER;
}

function readRelay(url: string, context: z.RefinementCtx): Relay {
  const relay = readRelayUrl(url);
  if (relay) return relay;
  context.addIssue('smtp://user:password@host:port or smtps://…, with ?tls=never|opportunistic|verified');
  return z.NEVER;
}

function readClamd(address: string, context: z.RefinementCtx): ClamdAddress {
  if (address.startsWith('/')) return { path: address };
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(address) ?? [];
  if (host !== undefined) return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  context.addIssue('host:port or the path of a socket');
  return z.NEVER;
}
