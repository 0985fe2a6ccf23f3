import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type BoundedQueue, createBoundedQueue } from '../../platform/semaphore.ts';
import type { HostGate } from '../../platform/smtp-out/deliver-remote.ts';
import type { Db } from '../../tables.ts';
import { readOpenCircuits } from './circuit-breaker.store.ts';
import { createHostGate } from './host-gate.ts';

export type OutsideTraffic = {
  gate: HostGate;
  /** The little that transmissions need of the database, a few at a time: the rest of its connections is for people. */
  queued: BoundedQueue;
};

const DATABASE_TURNS = 4;
const CONNECTIONS_TO_A_HOST = 10;
/** It is ours to burden. */
const CONNECTIONS_TO_THE_RELAY = 40;
/** More than these are not told by name. */
const HOSTS_TOLD = 100;

export function createOutsideTraffic(
  { db, clock, metrics }: { db: Db; clock: Clock; metrics: Metrics },
  viaRelay: boolean,
): OutsideTraffic {
  const queued = createBoundedQueue(DATABASE_TURNS);
  metrics.gauge(
    'bocau_silent_hosts',
    'Seconds for which a mail server that was silent is left alone',
    async () => {
      const hosts = await readOpenCircuits(db, unixSeconds(clock), HOSTS_TOLD);
      return Object.fromEntries(hosts.map(({ address, seconds }) => [address, seconds]));
    },
  );
  const connections = viaRelay ? CONNECTIONS_TO_THE_RELAY : CONNECTIONS_TO_A_HOST;
  return { gate: createHostGate({ db, clock, queued }, connections), queued };
}
