import { isIP } from 'node:net';
import type { DnsResolver } from '../smtp/judge-sender.ts';
import { OutboundError } from './outbound-error.ts';
import { isPublicAddress } from './public-address.ts';

/** One connection that may be made: the address is fixed, whatever DNS says later. */
export type Target = { url: URL; address: string; port: number };

const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };
const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

export type Reach = {
  resolver: DnsResolver;
  /** Names with their ports that the administrator allows wherever they are. */
  internalHosts?: ReadonlySet<string>;
};

/** Parses an untrusted URL, asks DNS once, and refuses whatever is not the public web (protection against SSRF). */
export async function findTarget(address: string, { resolver, internalHosts }: Reach): Promise<Target> {
  const url = URL.parse(address);
  const port = url ? PORTS[url.protocol] : undefined;
  if (!url || port === undefined) throw new OutboundError('refused', 'not an http or https address');
  // The URL parser leaves out the port that belongs to the protocol.
  const given = url.port === '' ? port : Number(url.port);
  const isAllowed = internalHosts?.has(`${url.hostname}:${given}`) === true;
  if (!isAllowed && !Object.values(PORTS).includes(given))
    throw new OutboundError('refused', 'not a port of the web');
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'an address with a password');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const found = isIP(host) === 0 ? await resolve(host, resolver) : [host];
  const first = found[0];
  if (first === undefined) throw new OutboundError('unreachable', 'the name has no address');
  // A name with both public and internal addresses is treated as an attack.
  if (!isAllowed && !found.every(isPublicAddress)) throw new OutboundError('refused', 'not a public address');
  return { url, address: first, port: given };
}

/** IPv4 first, because it works from everywhere. */
async function resolve(host: string, resolver: DnsResolver): Promise<string[]> {
  const answers = await Promise.all(['A', 'AAAA'].map((type) => ask(host, type, resolver)));
  return answers.flat();
}

async function ask(host: string, type: string, resolver: DnsResolver): Promise<string[]> {
  try {
    return (await resolver(host, type)) as string[];
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NOTHING_THERE.has(code)) return [];
    throw new OutboundError('unreachable', `DNS: ${code}`);
  }
}
