import { domainToASCII } from 'node:url';
import type { DnsResolver } from '../smtp/judge-sender.ts';

/** A mail server: its name, for TLS, and its resolved address. */
export type MailHost = { name: string; address: string };

/** Why there is no server to deliver to. */
export class NoMailHostError extends Error {
  override name = 'NoMailHostError';
  /** Permanent: a retry will not help. */
  readonly permanent: boolean;

  constructor(permanent: boolean, message: string) {
    super(message);
    this.permanent = permanent;
  }
}

export type FindMailHostsOptions = {
  resolver: DnsResolver;
  /** Refuses addresses that mail must not be delivered to. */
  mayConnect(address: string): boolean;
};

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);
/** The maximum number of servers tried for one message. */
const HOSTS_TRIED = 5;

/**
 * The mail servers of a domain, best first: its MX records, or the domain itself when it has none (RFC 5321,
 * 5.1).
 */
export async function findMailHosts(domain: string, options: FindMailHostsOptions): Promise<MailHost[]> {
  const ascii = domainToASCII(domain);
  if (ascii === '') throw new NoMailHostError(true, 'domain not found');
  const exchanges = await findExchanges(ascii, options.resolver);
  const hosts: MailHost[] = [];
  let known = false;
  for (const name of exchanges.slice(0, HOSTS_TRIED)) {
    const addresses = await findAddresses(name, options.resolver);
    known ||= addresses.length > 0;
    hosts.push(...addresses.filter(options.mayConnect).map((address) => ({ name, address })));
  }
  if (hosts.length > 0) return hosts.slice(0, HOSTS_TRIED);
  if (known) throw new NoMailHostError(true, 'domain not found: its mail server has no public address');
  throw new NoMailHostError(true, 'domain not found');
}

async function findExchanges(domain: string, resolver: DnsResolver): Promise<string[]> {
  const records = (await ask(domain, 'MX', resolver)) as { exchange: string; priority: number }[];
  if (records.length === 1 && (records[0]?.exchange === '' || records[0]?.exchange === '.')) {
    // A null MX (RFC 7505): the domain accepts no mail.
    throw new NoMailHostError(true, 'domain does not accept mail');
  }
  if (records.length === 0) return [domain];
  return records.sort((a, b) => a.priority - b.priority).map((record) => record.exchange);
}

/** IPv4 first, because it is reachable from everywhere. */
async function findAddresses(name: string, resolver: DnsResolver): Promise<string[]> {
  const answers = await Promise.all(['A', 'AAAA'].map((type) => ask(name, type, resolver)));
  return answers.flat() as string[];
}

async function ask(name: string, type: string, resolver: DnsResolver) {
  try {
    return await resolver(name, type);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NOTHING_THERE.has(code)) return [];
    throw new NoMailHostError(false, `DNS does not answer: ${code}`);
  }
}
