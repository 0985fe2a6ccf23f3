import type { LogFields } from './log-events.ts';

/** Why a connection is not let in: of all, or of its address, there are as many as may be. */
export type FullReason = 'server' | 'address';

type Log = { warn(fields: LogFields, text: string): void };

/** Of those that are refused between two looks. */
const COUNTED_ADDRESSES = 1_000;

/** Whoever comes a thousand times a second writes a line at each look, of the address that came most often. */
export function createRefusedConnections(log: Log, protocol: string) {
  const noted: Record<FullReason, Map<string, number>> = { server: new Map(), address: new Map() };
  return {
    note(reason: FullReason, client: string) {
      const counts = noted[reason];
      if (counts.has(client) || counts.size < COUNTED_ADDRESSES)
        counts.set(client, (counts.get(client) ?? 0) + 1);
    },
    tell() {
      for (const [reason, counts] of Object.entries(noted)) {
        const [most] = [...counts].sort(([, one], [, other]) => other - one);
        if (!most) continue;
        const [client, count] = most;
        const fields = { event: 'connection_refused', protocol, reason, client, count } as const;
        log.warn({ ...fields, addresses: counts.size }, 'connections refused');
        counts.clear();
      }
    },
  };
}
