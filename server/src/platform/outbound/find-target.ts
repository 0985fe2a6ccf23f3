import { isIP } from 'node:net';
import type { DnsResolver } from '../smtp/judge-sender.ts';
import { OutboundError } from './outbound-error.ts';
import { isPublicAddress } from './public-address.ts';

/** One permitted connection: the address is pinned, whatever DNS says later (DNS rebinding). */
export type Target = { url: URL; address: string; port: number };

const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };
const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

export type Reach = {
  resolver: DnsResolver;
  /** Host names with ports that the administrator allows even at internal addresses. */
  internalHosts?: ReadonlySet<string>;
};

type Checked = { url: URL; host: string; port: number; isAllowed: boolean };

/** What can be said of an untrusted URL without DNS: throws unless it may be one of the public web. */
export function checkAddress(address: string, internalHosts?: ReadonlySet<string>): Checked {
  const url = URL.parse(address);
  const port = url ? PORTS[url.protocol] : undefined;
  if (!url || port === undefined) throw new OutboundError('refused', 'not an http or https address');
  // The URL parser omits the protocol's default port.
  const given = url.port === '' ? port : Number(url.port);
  const isAllowed = internalHosts?.has(`${url.hostname}:${given}`) === true;
  if (!isAllowed && !Object.values(PORTS).includes(given))
    throw new OutboundError('refused', 'not a port of the web');
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'an address with a password');
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
  return { url, host, port: given, isAllowed };
}

/** Parses an untrusted URL, queries DNS once, and refuses everything but the public web (SSRF protection). */
export async function findTarget(address: string, { resolver, internalHosts }: Reach): Promise<Target> {
  const { url, host, port, isAllowed } = checkAddress(address, internalHosts);
  const found = isIP(host) === 0 ? await resolve(host, resolver) : [host];
  const first = found[0];
  if (first === undefined) throw new OutboundError('unreachable', 'the name has no address');
  // A name with both public and internal addresses is treated as an attack.
  if (!isAllowed && !found.every(isPublicAddress)) throw notPublic();
  return { url, address: first, port };
}

function notPublic(): OutboundError {
  return new OutboundError('refused', 'not a public address');
}

/** IPv4 first, because it is reachable from everywhere. */
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
