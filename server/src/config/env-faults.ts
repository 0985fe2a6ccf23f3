import { meantBy } from './misspelled.ts';

/** The configuration is invalid: one line per fault, with the variable, its value and what was expected. */
export class EnvError extends Error {
  override name = 'EnvError';

  constructor(faults: string[]) {
    super(faults.map((fault) => `Configuration: ${fault}`).join('\n'));
  }
}

export type Given = ReadonlyMap<string, string>;

const RENAMED: Record<string, string> = {
  MAIL_HOST: 'SMTP_LISTEN_HOST',
  MAIL_NAME: 'MAIL_HOSTNAME',
  LMTP_AUTHSERV_ID: 'TRUSTED_AUTHSERV',
  SUBMISSION_OPEN_PASSWORD: 'SUBMISSION_PLAINTEXT_AUTH',
};

/** Removed variables, and what to do instead. */
const RETIRED: Record<string, string> = {
  SSO_URL:
    'single sign-on is set up for each domain: npm run admin -- domain set DOMAIN sso_issuer=… sso_client=…',
};

/** Never printed, not even when invalid. */
const SECRETS = [
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'RSPAMD_PASSWORD',
  'SECRETS_KEY',
  'PHONE_GATEWAY_AUTHORIZATION',
];
const URLS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_RELAY',
  'PUBLIC_URL',
  'RSPAMD',
  'RSPAMD_CONTROLLER',
  'OFFICE_URL',
  'PROVIDER_URL',
  'HELP_URL',
  'MEETING_URL',
  'PHONE_SMS_URL',
  'PHONE_CALL_URL',
  'BLOB_STORE',
];
const LONGEST_SHOWN = 120;

const PAIRS = [
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['MAIL_TLS_CERT', 'MAIL_TLS_KEY'],
  ['DKIM_SELECTOR', 'DKIM_KEY'],
] as const;

const NEEDS = [
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['SUBMISSION_TLS_PORT', 'MAIL_TLS_CERT'],
  ['IMAP_TLS_PORT', 'MAIL_TLS_CERT'],
  ['POP3_TLS_PORT', 'MAIL_TLS_CERT'],
  ['RSPAMD_PASSWORD', 'RSPAMD'],
  ['RSPAMD_CONTROLLER', 'RSPAMD'],
] as const;

export function valueFault(name: string, value: string, expected: string): string {
  return `${shown(name, value)}: expected ${expected}`;
}

/** Renamed variables: ignoring the old names would run the program with unintended settings. */
export function renamedFaults(given: Given): string[] {
  const instead = [
    ...Object.entries(RENAMED).map(([old, name]) => [old, `this variable is now named ${name}`] as const),
    ...Object.entries(RETIRED),
  ];
  return instead
    .filter(([old]) => given.has(old))
    .map(([old, words]) => `${shown(old, given.get(old) ?? '')}: ${words}`);
}

/** When the correct variable is set too, the other one belongs to another program. Its value may be secret. */
export function misspelledFaults(given: Given, known: readonly string[]): string[] {
  return [...given.keys()].flatMap((name) => {
    if (known.includes(name) || Object.hasOwn(RENAMED, name) || Object.hasOwn(RETIRED, name)) return [];
    const meant = meantBy(name, known);
    if (meant === null || given.has(meant)) return [];
    return [`${name}: there is no such variable; did you mean ${meant}?`];
  });
}

/** Variables that require another one. */
export function groupFaults(given: Given): string[] {
  const faults: string[] = [];
  for (const [one, other] of PAIRS) {
    const [set, missing] = given.has(one) ? [one, other] : [other, one];
    const value = given.get(set);
    if (value === undefined || given.has(missing)) continue;
    faults.push(`${shown(set, value)}: expected ${missing} too; set both or neither`);
  }
  for (const [name, needed] of NEEDS) {
    const value = given.get(name);
    if (value === undefined || given.has(needed)) continue;
    faults.push(`${shown(name, value)}: expected ${needed} too, which it needs`);
  }
  return faults;
}

/** `NAME="value"`, without secrets. */
export function shown(name: string, value: string): string {
  if (SECRETS.includes(name)) return `${name} (value not shown)`;
  const safe = URLS.includes(name) ? withoutSecrets(value) : value;
  if (safe === null) return `${name} (value not shown)`;
  return `${name}=${JSON.stringify(safe.length > LONGEST_SHOWN ? `${safe.slice(0, LONGEST_SHOWN)}…` : safe)}`;
}

/** Null when it is unclear which part is a password. */
function withoutSecrets(text: string): string | null {
  const url = URL.parse(text);
  // A password may be anywhere in something that is not a URL with a host.
  if (url === null || url.host === '' || url.pathname.includes('@')) return /[@?#]/.test(text) ? null : text;
  if (url.username === '' && url.password === '' && url.search === '' && url.hash === '') return text;
  const credentials = url.username === '' && url.password === '' ? '' : '***@';
  const query = url.search === '' ? '' : '?…';
  return `${url.protocol}//${credentials}${url.host}${url.pathname}${query}`;
}
