import { lockTimeline, noteTimeline, readTimelines } from './installation.store.ts';
import { skipChanges, statementsOf } from './kernel/skip-changes.store.ts';
import type { Clock } from './platform/clock.ts';
import { inTransaction } from './platform/db/database.ts';
import type { Logger } from './platform/logger.ts';
import type { Db } from './tables.ts';

const RETRY_MS = 2_000;
/** A look just after a failover may have met the old primary, by a connection that nobody had used meanwhile. */
const AGAIN_MS = 60_000;

/**
 * A standby that takes over may lack the newest changes, whose numbers it gives out again. A client that has seen them
 * would then miss others without a word. So on another timeline all journals begin anew, behind every number of before.
 */
export async function matchTimeline(db: Db, log: Logger): Promise<void> {
  const { present, noted } = await readTimelines(db);
  if (present === noted) return;
  await inTransaction(db, async (tx) => {
    await lockTimeline(tx);
    const timelines = await readTimelines(tx);
    if (timelines.present === timelines.noted) return;
    if (timelines.noted !== null) {
      await skipChanges(statementsOf(tx));
      log.warn(timelines, 'another primary, all clients reload');
    }
    await noteTimeline(tx, timelines.present);
  });
}

export type TimelineWatch = { look(): Promise<void>; close(): Promise<void> };

/** Looks whenever it is asked to, again until it could, and once a minute. */
export function watchTimeline(deps: { db: Db; clock: Clock; log: Logger }): TimelineWatch {
  const { db, clock, log } = deps;
  let running = Promise.resolve();
  let retry: { stop(): void } | null = null;
  let closed = false;
  let looking = 0;
  function look(): Promise<void> {
    retry?.stop();
    looking += 1;
    running = matchTimeline(db, log)
      .finally(() => {
        looking -= 1;
      })
      .catch((error: Error) => {
        if (closed) return;
        retry?.stop();
        log.warn({ reason: error.message }, 'timeline of the database not compared');
        retry = clock.after(RETRY_MS, () => void look());
      });
    return running;
  }
  const again = clock.every(AGAIN_MS, () => {
    if (looking === 0) void look();
  });
  return {
    look,
    async close() {
      closed = true;
      again.stop();
      retry?.stop();
      await running;
    },
  };
}
