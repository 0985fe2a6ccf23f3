import { isIPv6 } from 'node:net';

/** Whose limits an address counts against: itself, or for IPv6 the /64 that one customer is given. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groupsOf(plain, 4)}::/64` : plain;
}

/** For IPv6 the /48 that a site is given: who has one has 65,536 networks by the count above. Null for IPv4. */
export function siteOf(address: string): string | null {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groupsOf(plain, 3)}::/48` : null;
}

/**
 * How many networks of one site count separately. A telephone company may have many customers in a site, so one network is
 * too few; one attacker can have a whole site, so all of its 65,536 are too many.
 */
export const NETWORKS_OF_A_SITE = 8;

/** Who waits in one line with others: the site, or the address of IPv4. */
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
