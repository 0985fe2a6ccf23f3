import { NoPrimaryError } from './database-errors.ts';
import { type Host, hasSeveralHosts, hostsOf } from './hosts.ts';
import type { PgConfig } from './pg-config.ts';

export type Primary = {
  /**
   * The host to connect to. Where it is not known any more all hosts are asked for the timeline on which they take writes,
   * null for none. An old primary that nobody has stopped yet takes writes as well: the newest timeline is the right one,
   * and what is older than one seen before is none, however silent the newer one is.
   */
  find(timelineOf: (host: Host) => Promise<number | null>): Promise<Host>;
  /** It may be another one by now. */
  suspect(): void;
  /** A server said of itself that it takes no writes any more: connections from before are of no use. */
  demoted(): void;
  /** Grows with every demotion, and when another host serves. */
  era(): number;
};

const known = new Map<string, Primary>();

/** One for all connections of this process to the same hosts; null where there is nothing to choose. */
export function primaryOf(config: PgConfig): Primary | null {
  if (!hasSeveralHosts(config)) return null;
  const { connectionString } = config;
  const primary = known.get(connectionString) ?? createPrimary(hostsOf(connectionString));
  known.set(connectionString, primary);
  return primary;
}

function createPrimary(hosts: Host[]): Primary {
  let order = hosts;
  let serving: Host | null = null;
  let certain = false;
  let era = 0;
  let seen = 0;
  let asking: Promise<Host> | null = null;

  async function ask(timelineOf: (host: Host) => Promise<number | null>): Promise<Host> {
    const asked = await Promise.all(order.map(async (host) => ({ host, timeline: await timelineOf(host) })));
    const newest = Math.max(...asked.map(({ timeline }) => timeline ?? 0));
    // Of several on it the last good one, which stands first.
    const found = newest === 0 ? undefined : asked.find(({ timeline }) => timeline === newest);
    if (found === undefined || newest < seen) throw new NoPrimaryError();
    seen = newest;
    if (found.host !== serving) era += 1;
    serving = found.host;
    order = [found.host, ...order.filter((other) => other !== found.host)];
    certain = true;
    return found.host;
  }

  return {
    find(timelineOf) {
      const [first] = order;
      if (certain && first) return Promise.resolve(first);
      // Whoever needs one meanwhile waits for the same answer.
      asking ??= ask(timelineOf).finally(() => {
        asking = null;
      });
      return asking;
    },
    suspect() {
      certain = false;
    },
    demoted() {
      certain = false;
      era += 1;
    },
    era: () => era,
  };
}
