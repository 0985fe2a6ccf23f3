import { NETWORKS_OF_A_SITE, networkOf, siteOf } from './network-of.ts';

/** Concurrent uses per network, and per site (IPv6 /48) around it. */
export type NetworkCounts = {
  /** Whether another use by this address is within the limit of its network. */
  hasRoom(address: string, limit: number): boolean;
  add(address: string): void;
  remove(address: string): void;
};

export function createNetworkCounts(): NetworkCounts {
  const counts = new Map<string, number>();
  const countOf = (key: string | null) => (key === null ? 0 : (counts.get(key) ?? 0));
  const change = (address: string, by: number) => {
    for (const key of [networkOf(address), siteOf(address)]) {
      if (key === null) continue;
      const next = countOf(key) + by;
      if (next > 0) counts.set(key, next);
      else counts.delete(key);
    }
  };
  return {
    hasRoom: (address, limit) =>
      countOf(networkOf(address)) < limit && countOf(siteOf(address)) < limit * NETWORKS_OF_A_SITE,
    add: (address) => change(address, 1),
    remove: (address) => change(address, -1),
  };
}
