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

const ROLES = ['http', 'mail', 'jobs', 'imap'] as const;
/** IMAP must be enabled explicitly while it is incomplete. */
export type Role = (typeof ROLES)[number];

const LARGEST_MESSAGE_MB = 200;
/** An authserv-id (RFC 8601 section 2.5): a host name, possibly a short one. */
const SERVER_NAME = /^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

// The message of each schema says what is expected; readEnv prefixes the variable and its value.
const text = z.string().min(1);
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });
const port = wholeNumber(0, 65535, 'a port, 0 to 65535 (0 is any free one)');
const positive = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'a whole number, 1 or more');
/** Placeholders may be anywhere except in the host name. */
const GATEWAY_EXPECTED = 'a URL such as https://sms.example.com/send';
const gatewayUrl = text.refine(
  (given) => /^https?:$/.test(URL.parse(given)?.protocol ?? '') && !URL.parse(given)?.host.includes('%7B'),
  GATEWAY_EXPECTED,
);
const webUrl = z.url({ protocol: /^https?$/, error: 'a URL such as https://mail.example.com' });

/** All environment variables of the program. Nothing else in the code reads the environment. */
const variables = z.object({
  /** The port of the web client and the HTTP API. */
  PORT: port.default(8080),
  HOST: text.default('127.0.0.1'),
  /** The public address, when a proxy is in front; used for links in mails. */
  PUBLIC_URL: webUrl.optional(),
  /** The folder for everything on disk: the embedded database and the blobs. */
  DATA_DIR: text.default('./data'),
  /** A PostgreSQL to use instead of the embedded one. Of several comma-separated hosts, the primary is used. */
  DATABASE_URL: text
    .refine(
      (given) => urlsOfHosts(given).every((url) => databaseUrl.safeParse(url).success),
      'postgres://user:password@host:5432/database',
    )
    .optional(),
  /**
   * The same database, bypassing a pooler that shares connections between transactions (PgBouncer in
   * transaction mode), if DATABASE_URL names one: for notifications, locks, migrations and the job queue.
   */
  DATABASE_DIRECT_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'postgres://user:password@host:5432/database' })
    .optional(),
  /** The size of a process's connection pool. */
  DATABASE_POOL: positive.default(12),
  /**
   * Whether the start migrates the database to this release: `start`, the default for the embedded one;
   * `empty`, the default for DATABASE_URL: only a database without tables, others by `npm run admin --
   * migrate`; `never`.
   */
  MIGRATE: oneOf('start', 'empty', 'never').optional(),
  /** `file:DIR`, or `s3://bucket?endpoint=…&region=…&prefix=…`; defaults to DATA_DIR/blobs. */
  BLOB_STORE: z
    .string()
    .regex(/^(file:|s3:\/\/)./, 'file:DIR or s3://bucket?endpoint=…&region=…')
    .optional(),
  /** `off` while a release still runs that supports neither compressed blobs nor attachments within sources. */
  BLOB_COMPRESSION: z
    .enum(['on', 'off'], 'on or off')
    .transform((value) => value === 'on')
    .default(true),
  /** How many MB of blobs the scrub verifies per second, in one process at a time; 0 disables it. */
  SCRUB_MB_PER_SECOND: wholeNumber(0, 10_000, 'a whole number of MB, 0 for none').default(4),
  /**
   * For how many hours an unreferenced blob is kept: longer than it takes to copy the database and the blobs
   * by means other than `npm run admin -- backup`, during which none is deleted.
   */
  BLOB_GRACE_HOURS: wholeNumber(24, 24 * 365, 'a whole number of hours, 24 or more').default(24),
  /** For how many days a deleted person can be restored; 0 disables it. */
  DELETED_PEOPLE_DAYS: wholeNumber(0, 3650, 'a whole number of days').default(30),
  /** Refused file types, replacing the built-in list. */
  BLOCKED_FILE_TYPES: z.string().transform(readFileTypes).default(BLOCKED_TYPES),
  /** The folder of backups (`npm run admin -- backup --out`), from which administrators can restore folders. */
  BACKUP_DIR: text.optional(),
  /** Credentials of the S3 blob store: both or neither. */
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  /** The roles of this process: any of http, mail, jobs, imap; defaults to all. */
  ROLES: z.string().transform(readRoles).default(new Set(ROLES)),
  /** The address of /healthz, /readyz and /metrics for operators. They require no password. */
  OPERATIONS_HOST: text.default('127.0.0.1'),
  OPERATIONS_PORT: port.default(8081),
  /** How long a draining process still answers HTTP, so that proxies notice its failing /readyz. */
  DRAIN_SECONDS: wholeNumber(0, 600, 'a whole number, 0 to 600').default(15),
  /** The address that SMTP listens on, and submission unless SUBMISSION_LISTEN_HOST is given. */
  SMTP_LISTEN_HOST: text.default('127.0.0.1'),
  SMTP_PORT: port.default(2525),
  /** For your own mail server in front. It is trusted, so no one else may reach this port. */
  LMTP_LISTEN_HOST: text.default('127.0.0.1'),
  LMTP_PORT: port.default(2424),
  /**
   * The port where that mail server looks up our domains (Postfix: `socketmap:inet:127.0.0.1:2425:domains`),
   * on the address of LMTP_LISTEN_HOST; disabled by default.
   */
  SOCKETMAP_PORT: port.optional(),
  /**
   * The authserv-ids that your mail servers in front write into their Authentication-Results, separated by
   * commas. With them, LMTP mail that claims a local domain is marked as forged unless such a server or a
   * signature proves it, and mail marked by their spam filters goes to Junk; without them, every LMTP client
   * is trusted to have refused forged mail.
   */
  TRUSTED_AUTHSERV: z.string().transform(readServerNames).default([]),
  /** The submission port for users' mail programs, which authenticate. */
  SUBMISSION_PORT: port.default(2587),
  /** The address that submission listens on, when your own mail server is in front of SMTP only. */
  SUBMISSION_LISTEN_HOST: text.optional(),
  /** The same with implicit TLS (RFC 8314); disabled by default. Requires MAIL_TLS_CERT. */
  SUBMISSION_TLS_PORT: port.optional(),
  /** Who may sign in to submission, IMAP and POP3 without TLS: programs on this machine (`loopback`), or `never` anybody. */
  SUBMISSION_PLAINTEXT_AUTH: oneOf('loopback', 'never').default('loopback'),
  /** The IMAP port for users' mail programs, in the role imap; STARTTLS when there is a certificate. */
  IMAP_PORT: port.default(2143),
  /** The address that IMAP and POP3 listen on, unless it is that of SMTP_LISTEN_HOST. */
  IMAP_LISTEN_HOST: text.optional(),
  /** The same with implicit TLS (RFC 8314); disabled by default. Requires MAIL_TLS_CERT. */
  IMAP_TLS_PORT: port.optional(),
  /** The POP3 port for users' mail programs, in the role imap; STLS when there is a certificate. */
  POP3_PORT: port.default(2110),
  /** The same with implicit TLS (RFC 8314); disabled by default. Requires MAIL_TLS_CERT. */
  POP3_TLS_PORT: port.optional(),
  /**
   * What people's mail programs are set up with: smtp://host:587 and smtps://host:465, and where such servers stand beside
   * this one imap(s)://host:port and pop3(s)://host:port, separated by commas; our own ports unless given.
   */
  MAIL_SERVICES: z.string().transform(readMailServices).optional(),
  /** The host name in the mail server's greeting and in Received fields; defaults to the machine's. */
  MAIL_HOSTNAME: text.optional(),
  /**
   * Files with the certificate (chain) and its key, for STARTTLS: both or neither. They are reloaded when
   * they change.
   */
  MAIL_TLS_CERT: text.optional(),
  MAIL_TLS_KEY: text.optional(),
  /** The relay for all outgoing mail, `smtp://user:pass@host:port`; without it mail goes to the MX. */
  SMTP_RELAY: z.string().transform(readRelay).optional(),
  /** Outgoing mail is signed with this key (a PEM file) under this selector: both or neither. */
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9-]{1,63})*$/i, 'a DNS name such as mail2026')
    .optional(),
  DKIM_KEY: text.optional(),
  /**
   * The recursive name servers, `address` or `address:port`, separated by commas; defaults to the machine's.
   */
  DNS_SERVERS: z.string().transform(readDnsServers).optional(),
  /** Limits of recipients per mailbox, against stolen accounts; the user is told when more are possible. */
  SENDING_PER_HOUR: positive.default(500),
  SENDING_PER_DAY: positive.default(2000),
  /** Remote or refused recipients per hour at which a mailbox that never sent as much is held for review. */
  BRAKE_PER_HOUR: positive.default(300),
  BRAKE_PER_DAY: positive.default(1000),
  BRAKE_REFUSED: positive.default(30),
  /** The address of clamd, `host:port` or the path of its socket; without it files are not scanned. */
  CLAMD: z.string().transform(readClamd).optional(),
  /**
   * The normal worker of rspamd, `http://host:11333`, for drafts and incoming mail; without it our own scorer
   * is used.
   */
  RSPAMD: z.url({ protocol: /^https?$/, error: 'a URL such as http://127.0.0.1:11333' }).optional(),
  RSPAMD_PASSWORD: text.optional(),
  /**
   * Its controller, `http://host:11334`, which is trained with what users mark as spam; without it nothing is
   * learned.
   */
  RSPAMD_CONTROLLER: z
    .url({ protocol: /^https?$/, error: 'a URL such as http://127.0.0.1:11334' })
    .optional(),
  /** The largest accepted message, in MB. */
  MAIL_MAX_MB: wholeNumber(1, LARGEST_MESSAGE_MB, `a whole number, 1 to ${LARGEST_MESSAGE_MB}`).default(40),
  /** The content for an empty database; defaults to `demo` only with the embedded database. */
  SEED: oneOf('demo', 'none').optional(),
  /**
   * The keys that encrypt the secrets of users' authentication, 32 bytes in base64, the same in every
   * process; created next to the embedded database. To rotate, put the new one before the old one, and run
   * `npm run admin -- secrets rotate`.
   */
  SECRETS_KEY: z.string().transform(readKeys).optional(),
  /**
   * The URLs for sending an SMS, and for a call that speaks a code; each is optional, and without both no
   * phone number can be verified. {to}, {text}, {code} and {method} are placeholders. PHONE_SMS_URL=inbox, as
   * in the demo: codes go to the inbox of the requesting user.
   */
  PHONE_SMS_URL: z.union([z.literal(INBOX), gatewayUrl], GATEWAY_EXPECTED).optional(),
  PHONE_CALL_URL: gatewayUrl.optional(),
  PHONE_GATEWAY_METHOD: oneOf('POST', 'GET', 'PUT').default('POST'),
  /** The body of that request, if it has one, with the same placeholders. */
  PHONE_GATEWAY_BODY: text.default('{"to":"{to}","text":"{text}"}'),
  /** Determines how values in the body are escaped: JSON, a form, XML. */
  PHONE_GATEWAY_TYPE: text.default('application/json'),
  /** The value of its Authorization header, such as `Bearer …`. */
  PHONE_GATEWAY_AUTHORIZATION: text.optional(),
  /**
   * The countries whose numbers can be verified, as ISO 3166 codes separated by commas; the default one
   * first.
   */
  PHONE_COUNTRIES: z.string().transform(readPhoneCountries).default(['VN']),
  /** The daily limit of codes (UTC) across all accounts, against an unexpected bill. */
  PHONE_CODES_PER_DAY: positive.default(1000),
  /** The stated cost of a verification for users, in VND; 0 when it is free. */
  PHONE_FEE: wholeNumber(0, 1_000_000_000, 'a whole number of VND').default(20_000),
  /** How long an unused session lasts, in seconds. */
  SESSION_SECONDS: positive.default(30 * 24 * 3600),
  /**
   * Single sign-on providers that are not on the public web, `host:port` separated by commas, such as
   * `keycloak.internal:8443`: no other internal address is contacted, whatever a provider says (SSRF). Only
   * these may use http.
   */
  SSO_INTERNAL_HOSTS: z.string().transform(readHosts).default(new Set()),
  /** Whether new mail is pushed to browsers that ask for it, by the push services of their makers. */
  WEB_PUSH: oneOf('on', 'off').default('on'),
  /** Push services that are not on the public web, `host:port` separated by commas. Only these may use http. */
  PUSH_INTERNAL_HOSTS: z.string().transform(readHosts).default(new Set()),
  /**
   * Servers of calendars that are not on the public web, `host:port` separated by commas: people may follow calendars at
   * these, and at no other internal address (SSRF).
   */
  CALENDAR_INTERNAL_HOSTS: z.string().transform(readHosts).default(new Set()),
  /** The number of proxies in front that are trusted for the client's address (X-Forwarded-For). */
  TRUSTED_PROXIES: wholeNumber(0, 100, 'a whole number, 0 to 100').default(0),
  /**
   * LibreOffice's `soffice`, for previews of office documents; by default searched on the PATH and in the
   * usual places. `none`: no previews.
   */
  SOFFICE: text.optional(),
  /**
   * The URL at which browsers and this program reach an editor of office documents that supports WOPI, such
   * as Collabora Online or OnlyOffice; without it they are only shown.
   */
  OFFICE_URL: z.url({ protocol: /^https?$/, error: 'a URL such as https://office.example.com' }).optional(),
  /** Where users send feedback: an email address, or a page; without it no feedback is requested. */
  FEEDBACK_ADDRESS: z
    .union(
      [z.email(), z.url({ protocol: /^https$/ })],
      'an email address, or a URL such as https://example.com/feedback',
    )
    .optional(),
  /** The operator's page, linked at the foot of the sidebar. */
  PROVIDER_URL: webUrl.optional(),
  /** Your own help pages instead of the built-in help. */
  HELP_URL: webUrl.optional(),
  /** Where video meetings are held: events get a link of their own, with a random name in place of `{id}`. */
  MEETING_URL: text
    .refine(isMeetingUrl, { error: 'a URL with one {id} in it, such as https://meet.example.com/{id}' })
    .optional(),
  PATH: z.string().default(''),
  LOG_LEVEL: oneOf(...LOG_LEVELS).default('info'),
});

export type Env = z.infer<typeof variables>;

/** Reads the variables; an empty one counts as unset. Throws an EnvError that lists every fault. */
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

/** For a child process: the inherited environment, with defaults for the given settings. */
export function inheritedEnv(settings: Record<string, string>): NodeJS.ProcessEnv {
  return { ...settings, ...process.env };
}

/** Digits only: JavaScript would also accept 0x10 and 1e3. */
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

const isPort = (text: string | undefined) => Number(text) >= 1 && Number(text) <= 65_535;

function readServerNames(list: string, context: z.RefinementCtx): string[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  if (names.every((name) => SERVER_NAME.test(name))) return [...new Set(names)];
  context.addIssue('names such as mx.example.com, separated by commas');
  return z.NEVER;
}

function isMeetingUrl(template: string): boolean {
  const [before = '', after, ...more] = template.split('{id}');
  // The name is of the path or what follows it: a host of somebody else's is not to be had by it.
  return (
    after !== undefined &&
    more.length === 0 &&
    /^https?:\/\/[^/?#]+[/?#]/.test(before) &&
    URL.canParse(`${before}id${after}`)
  );
}

function readHosts(list: string, context: z.RefinementCtx): ReadonlySet<string> {
  const hosts = list.split(',').map((host) => host.trim().toLowerCase());
  if (hosts.every((host) => isPort(/^[a-z0-9.-]+:(\d{1,5})$/.exec(host)?.[1]))) return new Set(hosts);
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
