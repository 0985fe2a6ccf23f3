import { createPublicKey } from 'node:crypto';
import type { DnsRecord, DnsRecordKind } from '@bocau/contract/admin-domains.ts';
import type { MailService } from '@bocau/contract/server-info.ts';
import { readPublishedKeys } from '../../identity/domain-keys/domain-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { MxRecord, SrvRecord } from '../../platform/smtp/judge-protocol.ts';
import type { DnsResolver } from '../../platform/smtp/judge-sender.ts';
import type { DkimKey } from '../../platform/smtp-out/sign-message.ts';
import type { ReadDb } from '../../tables.ts';

export type DnsDeps = {
  clock: Clock;
  resolver: DnsResolver;
  dkim: DkimKey | null;
  secrets: SecretBox | null;
  db: ReadDb;
  config: { mail: { name: string; services: readonly MailService[] }; http: { publicUrl: string } };
};

const WITHIN_MS = 5_000;
const NOTHING_THERE = ['ENOTFOUND', 'ENODATA', 'NXDOMAIN'];

type Wanted = {
  kind: DnsRecordKind;
  type: string;
  name: string;
  expected: string;
  /** Other records of the name are ignored: TXT is used for many things. */
  concerns?(record: string): boolean;
  isRight(found: string[]): boolean;
};

/**
 * The DNS records that a domain needs so that its mail arrives and is trusted elsewhere; with those
 * published.
 */
export async function checkDns(
  deps: DnsDeps,
  { id, name: domain }: { id: number; name: string },
): Promise<DnsRecord[]> {
  const { mail, http } = deps.config;
  const host = mail.name.toLowerCase();
  const keys = await readPublishedKeys(deps, id);
  const wanted: Wanted[] = [
    {
      kind: 'mx',
      type: 'MX',
      name: domain,
      expected: `10 ${host}.`,
      isRight: (found) => found.some((record) => record.endsWith(` ${host}.`)),
    },
    {
      kind: 'spf',
      type: 'TXT',
      name: domain,
      expected: 'v=spf1 mx -all',
      concerns: (record) => /^v=spf1( |$)/i.test(record),
      // Two SPF records are an error, and one without a mechanism of ours belongs to someone else.
      isRight: (found) =>
        found.length === 1 && /[ +](mx|a:|include:|ip4:|ip6:|redirect=)/i.test(found[0] as string),
    },
    ...keys.flatMap(({ key }) => (key ? [dkimOf(key, domain)] : [])),
    {
      kind: 'dmarc',
      type: 'TXT',
      name: `_dmarc.${domain}`,
      expected: `v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`,
      concerns: (record) => /^v=DMARC1/i.test(record),
      isRight: (found) => found.length === 1,
    },
    ...(await pointersOf(deps, host)),
  ];
  if (mail.services.length > 0) {
    const web = new URL(http.publicUrl).hostname;
    wanted.push({
      kind: 'autoconfig',
      type: 'CNAME',
      name: `autoconfig.${domain}`,
      expected: `${web}.`,
      isRight: (found) => found.includes(`${web}.`),
    });
    wanted.push(...serversOf(mail.services, domain));
  }
  const records = await Promise.all(wanted.map((each) => judge(deps, each)));
  const dav = await Promise.all(DAV_SERVICES.map((served) => davRecords(deps, domain, served)));
  return [...records, ...dav.flat()];
}

/** Whether other servers find the public key of a signing key. */
export function checkDkim(deps: DnsDeps, key: DkimKey, domain: string): Promise<DnsRecord> {
  return judge(deps, dkimOf(key, domain));
}

export function dkimOf({ selector, privateKey }: DkimKey, domain: string): Wanted {
  const key = createPublicKey(privateKey);
  const isRsa = key.asymmetricKeyType === 'rsa';
  const spki = key.export({ type: 'spki', format: 'der' });
  // For Ed25519 the record contains only the 32 bytes (RFC 8463).
  const p = (isRsa ? spki : spki.subarray(-32)).toString('base64');
  return {
    kind: 'dkim',
    type: 'TXT',
    name: `${selector}._domainkey.${domain}`,
    expected: `v=DKIM1; k=${isRsa ? 'rsa' : 'ed25519'}; p=${p}`,
    concerns: (record) => /(^|;)\s*p=/.test(record),
    isRight: (found) => found.some((record) => record.replace(/\s/g, '').includes(`p=${p}`)),
  };
}

/** By RFC 6186 and RFC 8314; of each protocol the way that is encrypted from the start, where there is one. */
const SERVICE_NAMES: Record<MailService['protocol'], Record<MailService['encryption'], string>> = {
  smtp: { tls: '_submissions', starttls: '_submission' },
  imap: { tls: '_imaps', starttls: '_imap' },
  pop3: { tls: '_pop3s', starttls: '_pop3' },
};

function serversOf(services: readonly MailService[], domain: string): Wanted[] {
  const preferred = services.filter(
    ({ protocol, encryption }) =>
      encryption === 'tls' ||
      !services.some((other) => other.protocol === protocol && other.encryption === 'tls'),
  );
  return preferred.map(({ protocol, encryption, host, port }) => {
    const target = `${port} ${dotted(host)}`;
    return {
      kind: 'srv',
      type: 'SRV',
      name: `${SERVICE_NAMES[protocol][encryption]}._tcp.${domain}`,
      expected: `0 1 ${target}`,
      isRight: (found) => found.some((record) => record.endsWith(` ${target}`)),
    };
  });
}

const DAV_SERVICES = [
  { kind: 'contacts', service: 'carddav' },
  { kind: 'calendars', service: 'caldav' },
] as const;

/** By RFC 6764: what a program needs that is given an address alone. Both are only served over TLS. */
async function davRecords(
  deps: DnsDeps,
  domain: string,
  { kind, service }: (typeof DAV_SERVICES)[number],
): Promise<DnsRecord[]> {
  const { protocol, hostname, port } = new URL(deps.config.http.publicUrl);
  if (protocol !== 'https:') return [];
  const target = `${port || 443} ${dotted(hostname)}`;
  const [server, path, plain] = await Promise.all([
    judge(deps, {
      ...{ kind, type: 'SRV', name: `_${service}s._tcp.${domain}` },
      expected: `0 1 ${target}`,
      isRight: (found) => found.some((record) => record.endsWith(` ${target}`)),
    }),
    judge(deps, {
      ...{ kind, type: 'TXT', name: `_${service}s._tcp.${domain}` },
      expected: 'path=/dav/',
      isRight: (found) => found.some((record) => record === 'path=/dav/'),
    }),
    judge(deps, {
      ...{ kind, type: 'SRV', name: `_${service}._tcp.${domain}` },
      expected: NO_SERVICE,
      isRight: (found) => found.every((record) => record === NO_SERVICE),
    }),
  ]);
  // A server without TLS is right where there is none.
  return [server, path, ...(plain.verdict === 'different' ? [plain] : [])];
}

/** RFC 2782: a service that is decidedly not there. */
const NO_SERVICE = '0 0 0 .';

/** Many servers refuse mail from an address whose name leads nowhere. Of the address that the name has today. */
async function pointersOf(deps: DnsDeps, host: string): Promise<Wanted[]> {
  const answer = await ask(deps, host, 'A');
  return (answer ?? []).map((address) => ({
    kind: 'ptr' as const,
    type: 'PTR',
    name: `${address.split('.').reverse().join('.')}.in-addr.arpa`,
    expected: `${host}.`,
    isRight: (found: string[]) => found.includes(`${host}.`),
  }));
}

async function judge(deps: DnsDeps, wanted: Wanted): Promise<DnsRecord> {
  const { kind, type, name, expected, concerns = () => true, isRight } = wanted;
  const answer = await ask(deps, name, type);
  const found = answer?.filter(concerns) ?? [];
  const verdict =
    answer === null ? 'unknown' : found.length === 0 ? 'missing' : isRight(found) ? 'right' : 'different';
  return { kind, type, name, expected, found, verdict };
}

/** In zone file format; null when no server answered in time. */
async function ask({ resolver, clock }: DnsDeps, name: string, type: string): Promise<string[] | null> {
  const late = Promise.withResolvers<null>();
  const timer = clock.after(WITHIN_MS, () => late.resolve(null));
  const asked = resolver(name, type).then(
    (records) => (records as unknown[]).map((record) => textOf(record, type)),
    ({ code }: NodeJS.ErrnoException) => (NOTHING_THERE.includes(code ?? '') ? [] : null),
  );
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    timer.stop();
  }
}

function textOf(record: unknown, type: string): string {
  if (type === 'MX') {
    const { exchange, priority } = record as MxRecord;
    return `${priority} ${dotted(exchange)}`;
  }
  if (type === 'SRV') {
    const { name, port, priority, weight } = record as SrvRecord;
    return `${priority} ${weight} ${port} ${dotted(name)}`;
  }
  // TXT records come in pieces.
  const text = Array.isArray(record) ? record.join('') : String(record);
  return type === 'CNAME' || type === 'PTR' ? dotted(text) : text;
}

const dotted = (name: string) => `${name.toLowerCase().replace(/\.$/, '')}.`;
