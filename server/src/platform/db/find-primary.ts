import { systemClock } from '../clock.ts';
import { NoPrimaryError } from './database-errors.ts';
import { type Host, hasSeveralHosts, hostsOf } from './hosts.ts';
import type { PgConfig } from './pg-config.ts';

export type Primary = {
  /**
   * The host to connect to. When it is not known, all hosts are asked for the timeline on which they accept
   * writes (null for none). A former primary that is still running accepts writes as well: the newest
   * timeline wins, and one older than a timeline already seen is rejected, even while the newer host does not
   * answer.
   */
  find(timelineOf: (host: Host) => Promise<number | null>): Promise<Host>;
  /**
   * Checks whether another host took over while the known one stays in use. Rate limited to once per second.
   */
  recheck(timelineOf: (host: Host) => Promise<number | null>): void;
  /** Marks the known host as uncertain: another may be primary by now. */
  suspect(): void;
  /** The server reported that it no longer accepts writes: existing connections are useless. */
  demoted(): void;
  /** Increases with every demotion and whenever another host becomes primary. */
  era(): number;
};

const RECHECK_EVERY_MS = 1_000;

const known = new Map<string, Primary>();

/** One per process and set of hosts, shared by all connections; null when there is only one host. */
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
  /** Answers to questions asked before the last suspicion are stale. */
  let suspicions = 0;
  let era = 0;
  let seen = 0;
  let asking: Promise<Host> | null = null;
  let recheckedAt = Number.NEGATIVE_INFINITY;

  async function ask(timelineOf: (host: Host) => Promise<number | null>): Promise<Host> {
    const heard = suspicions;
    const asked = await Promise.all(order.map(async (host) => ({ host, timeline: await timelineOf(host) })));
    const newest = Math.max(...asked.map(({ timeline }) => timeline ?? 0));
    // Among several on that timeline, the last known good host, which is listed first.
    const found = newest === 0 ? undefined : asked.find(({ timeline }) => timeline === newest);
    if (found === undefined || newest < seen) throw new NoPrimaryError();
    seen = newest;
    if (found.host !== serving) era += 1;
    serving = found.host;
    order = [found.host, ...order.filter((other) => other !== found.host)];
    certain = suspicions === heard;
    return found.host;
  }

  /** Concurrent callers share one probe. */
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
