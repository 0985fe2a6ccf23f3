import { systemClock } from '../clock.ts';
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
  /** Asks whether another host took over, while the known one goes on to be used. Not again within a second. */
  recheck(timelineOf: (host: Host) => Promise<number | null>): void;
  /** It may be another one by now. */
  suspect(): void;
  /** A server said of itself that it takes no writes any more: connections from before are of no use. */
  demoted(): void;
  /** Grows with every demotion, and when another host serves. */
  era(): number;
};

const RECHECK_EVERY_MS = 1_000;

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
  /** Answers to what was asked before the last one are old. */
  let suspicions = 0;
  let era = 0;
  let seen = 0;
  let asking: Promise<Host> | null = null;
  let recheckedAt = Number.NEGATIVE_INFINITY;

  async function ask(timelineOf: (host: Host) => Promise<number | null>): Promise<Host> {
    const heard = suspicions;
    const asked = await Promise.all(order.map(async (host) => ({ host, timeline: await timelineOf(host) })));
    const newest = Math.max(...asked.map(({ timeline }) => timeline ?? 0));
    // Of several on it the last good one, which stands first.
    const found = newest === 0 ? undefined : asked.find(({ timeline }) => timeline === newest);
    if (found === undefined || newest < seen) throw new NoPrimaryError();
    seen = newest;
    if (found.host !== serving) era += 1;
    serving = found.host;
    order = [found.host, ...order.filter((other) => other !== found.host)];
    certain = suspicions === heard;
    return found.host;
  }

  /** Whoever needs one meanwhile waits for the same answer. */
  function askOnce(timelineOf: (host: Host) => Promise<number | null>): Promise<Host> {
    asking ??= ask(timelineOf).finally(() => {
      asking = null;
    });
    return asking;
  }

  function suspect(): void {
    certain = false;
    suspicions += 1;
  }

  return {
    find(timelineOf) {
      const [first] = order;
      return certain && first ? Promise.resolve(first) : askOnce(timelineOf);
    },
    recheck(timelineOf) {
      const now = systemClock.now();
      if (now - recheckedAt < RECHECK_EVERY_MS) return;
      recheckedAt = now;
      askOnce(timelineOf).catch(() => undefined);
    },
    suspect,
    demoted() {
      suspect();
      era += 1;
    },
    era: () => era,
  };
}
