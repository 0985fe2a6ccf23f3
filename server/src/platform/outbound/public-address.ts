import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 ranges that are not on the public internet (IANA special-purpose registry, and multicast). */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // The metadata service of a large cloud.
  '168.63.129.16/32',
];

/**
 * Only this range of IPv6 is global unicast: mapped, NAT64, unique local, link-local and multicast are
 * outside.
 */
const PUBLIC_V6 = ['2000::/3'];
/** Exceptions within it: protocol assignments with Teredo, 6to4, which leads to IPv4, and documentation. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublicV4 = listOf(NOT_PUBLIC_V4, 'ipv4');
const publicV6 = listOf(PUBLIC_V6, 'ipv6');
const notPublicV6 = listOf(NOT_PUBLIC_V6, 'ipv6');

/**
 * Whether connections to an address may be made on behalf of users: nothing on this machine, its network or
 * its cloud.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublicV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return publicV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}

function listOf(networks: string[], type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string];
    list.addSubnet(address, Number(bits), type);
  }
  return list;
}
