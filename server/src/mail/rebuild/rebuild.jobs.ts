import { inTransaction } from '../../platform/db/database.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { DERIVED_VERSIONS } from './derived-versions.ts';
import { findOutstanding, recordFirstVersions } from './rebuild.store.ts';
import { type RebuildDeps, rebuildMailbox } from './rebuild-mailbox.ts';

/** Runs after all interactive work. */
export const rebuildTask = defineTask('rebuild_derived', { maxAttempts: 6, priority: 30, lane: 'slow' });

export const rebuildCron: CronJob[] = [{ task: rebuildTask, at: '41 * * * *', catchUpHours: 2 }];

/** The ratio of rest to work: at most a quarter of one core. */
const REST = 3;
/** Then it yields to other jobs, and continues in the next hour. */
const LONGEST_RUN_MS = 50 * 60 * 1000;

/** Brings every mailbox to the current versions. */
async function rebuildOutstanding(deps: RebuildDeps, signal: AbortSignal): Promise<void> {
  const until = deps.clock.now() + LONGEST_RUN_MS;
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);
  while ((await inTransaction(deps.db, recordFirstVersions)) > 0) signal.throwIfAborted();
  for (;;) {
    const found = await findOutstanding(deps.db, DERIVED_VERSIONS);
    if (!found) return;
    try {
      await rebuildMailbox(deps, found.mailbox_id, found.what, {
        signal: either,
        async afterStep(_messages, tookMs) {
          if (deps.clock.now() > until) enough.abort();
          if (tookMs > 0) await deps.clock.sleep(tookMs * REST, signal);
        },
      });
    } catch (error) {
      if (enough.signal.aborted && !signal.aborted) return;
      throw error;
    }
  }
}

export function rebuildHandlers(deps: RebuildDeps): TaskHandler[] {
  return [handle(rebuildTask, (_payload, { signal }) => rebuildOutstanding(deps, signal))];
}
