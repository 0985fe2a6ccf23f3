import { pruneJournal } from '../../mail/mailbox/prune-journal.ts';
import { pruneOldTrace } from '../../mail/trace/prune-trace.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { CleaningDeps } from './cleaning-deps.ts';
import { collectBlobs, sweepBlobs } from './collect-blobs.ts';
import { countSent } from './count-sent.ts';
import { emptyOldTrash } from './empty-old-trash.ts';
import { purgeEmptiedThreads } from './purge-emptied-threads.ts';
import { purgePreviews } from './purge-previews.ts';
import { removeLooseFiles } from './remove-loose-files.ts';
import { removeOldRows } from './remove-old-rows.ts';

/** Runs after all interactive work. */
const options = { maxAttempts: 6, priority: 20, lane: 'slow' as const };

export const emptyTrashTask = defineTask('clean_trash', options);
export const cleanRecordsTask = defineTask('clean_records', options);
export const collectBlobsTask = defineTask('clean_blobs', options);
export const sweepBlobsTask = defineTask('sweep_blobs', options);

/** In UTC; night in Vietnam. */
export const cleaningCron: CronJob[] = [
  { task: emptyTrashTask, at: '7 * * * *', catchUpHours: 1 },
  { task: cleanRecordsTask, at: '17 18 * * *', catchUpHours: 24 },
  { task: collectBlobsTask, at: '37 19 * * *', catchUpHours: 24 },
  { task: sweepBlobsTask, at: '47 20 * * 6', catchUpHours: 7 * 24 },
];

export function cleaningHandlers(deps: CleaningDeps): TaskHandler[] {
  return [
    handle(emptyTrashTask, (_payload, { signal }) => emptyOldTrash(deps, signal)),
    handle(cleanRecordsTask, async (_payload, { signal }) => {
      await purgeEmptiedThreads(deps, signal);
      await removeLooseFiles(deps, signal);
      await purgePreviews(deps, signal);
      // Before the rows that it counts are deleted.
      await countSent(deps, signal);
      await removeOldRows(deps, signal);
      await pruneOldTrace(deps, signal);
      await pruneJournal(deps.db, unixSeconds(deps.clock));
    }),
    handle(collectBlobsTask, (_payload, { signal }) => collectBlobs(deps, signal)),
    handle(sweepBlobsTask, (_payload, { signal }) => sweepBlobs(deps, signal)),
  ];
}
