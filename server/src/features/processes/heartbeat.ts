import { hostname } from 'node:os';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Listener } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Db } from '../../tables.ts';
import { forgetProcesses, removeProcess, writeProcess } from './processes.store.ts';

/** Notified with the id of the process that is asked for something; without it, the next beat would notice. */
export const PROCESS_ASKED = 'process_asked';
const BEAT_EVERY_MS = 5_000;
/** A process on a slow machine, or whose database was briefly unavailable, still counts as alive. */
export const LOST_AFTER_SECONDS = 20;
const REMOVED_WITHIN_MS = 1_000;
const FORGOTTEN_AFTER_SECONDS = 24 * 3600;

export type Instance = { id: string; version: string };

type HeartbeatDeps = {
  clock: Clock;
  db: Db;
  listener: Listener;
  log: Logger;
  instance: Instance;
  drain: { begun: boolean };
};

export type Heartbeat = {
  /** Writes the row immediately, when something about this process has changed. */
  beat(): Promise<void>;
  stop(): Promise<void>;
};

/** Publishes this process to administrators, and receives their requests. */
export async function startHeartbeat(
  { clock, db, listener, log, instance, drain }: HeartbeatDeps,
  about: { roles: Iterable<string>; operations: string; onDrain: () => void },
): Promise<Heartbeat> {
  const startedAt = unixSeconds(clock);
  let stopped = false;
  let beating: Promise<void> | null = null;

  async function write(): Promise<void> {
    const seenAt = unixSeconds(clock);
    const asked = await inTransaction(db, async (tx) => {
      if (seenAt === startedAt) await forgetProcesses(tx, seenAt - FORGOTTEN_AFTER_SECONDS);
      return writeProcess(tx, {
        ...instance,
        host: hostname(),
        pid: process.pid,
        roles: [...about.roles],
        operations: about.operations,
        started_at: startedAt,
        seen_at: seenAt,
        draining: drain.begun,
      });
    });
    if (asked && !drain.begun && !stopped) about.onDrain();
  }

  function beat(): Promise<void> {
    // The row is gone, or is about to be.
    if (stopped) return Promise.resolve();
    // One at a time: they would pile up while the database is unavailable.
    beating ??= write()
      .catch((error: Error) => log.debug({ reason: error.message }, 'heartbeat not written'))
      .finally(() => {
        beating = null;
      });
    return beating;
  }

  await beat();
  await listener.listen(PROCESS_ASKED, (id) => {
    if (id === instance.id) void beat();
  });
  const timer = clock.every(BEAT_EVERY_MS, () => void beat());
  return {
    beat,
    async stop() {
      stopped = true;
      timer.stop();
      // A left-over row expires: the process does not wait for an unavailable database.
      const late = new AbortController();
      const removed = Promise.resolve(beating)
        .then(() => inTransaction(db, (tx) => removeProcess(tx, instance.id)))
        .catch((error: Error) => log.debug({ reason: error.message }, 'heartbeat not removed'));
      await Promise.race([removed, clock.sleep(REMOVED_WITHIN_MS, late.signal)]);
      late.abort();
    },
  };
}
