import { isIPv6 } from 'node:net';

/** The network whose limits apply to an address: itself, or for IPv6 the /64 assigned to one customer. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groupsOf(plain, 4)}::/64` : plain;
}

/** For IPv6 the /48 assigned to a site, which contains 65,536 networks. Null for IPv4. */
export function siteOf(address: string): string | null {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groupsOf(plain, 3)}::/48` : null;
}

/**
 * How many networks of one site count separately. A mobile carrier may have many customers in a site, so one
 * network is too few; an attacker can own a whole site, so all of its 65,536 are too many.
 */
export const NETWORKS_OF_A_SITE = 8;

/** The queue that an address shares with others: its site, or its IPv4 address. */
export function laneOf(address: string): string {
  return siteOf(address) ?? networkOf(address);
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '');
}

function groupsOf(address: string, count: number): string {
  const [before, after] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const gap = after === undefined ? 0 : Math.max(0, 8 - (before?.length ?? 0) - after.length);
  const groups = [...(before ?? []), ...Array<string>(gap).fill('0'), ...(after ?? [])];
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
