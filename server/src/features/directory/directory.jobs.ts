import { readUnlisted } from '../../contacts/directory/entries.store.ts';
import { writeEntries } from '../../contacts/directory/write-entries.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { Db } from '../../tables.ts';

const fillDirectoryTask = defineTask('directory_fill', { maxAttempts: 6, priority: 30, lane: 'slow' });

export const directoryCron: CronJob[] = [{ task: fillDirectoryTask, at: '27 * * * *', catchUpHours: 2 }];

export function directoryHandlers({ db }: { db: Db }): TaskHandler[] {
  return [handle(fillDirectoryTask, (_payload, { signal }) => fillDirectory(db, signal))];
}

const A_BATCH = 200;

/** Gives everyone without an entry one, a few people at a time. */
export async function fillDirectory(db: Db, signal: AbortSignal): Promise<void> {
  let after = 0;
  for (;;) {
    signal.throwIfAborted();
    const ids = await readUnlisted(db, after, A_BATCH);
    await inTransaction(db, (tx) =>
      writeEntries(
        tx,
        ids.map((mailboxId) => ({ mailboxId })),
      ),
    );
    if (ids.length < A_BATCH) return;
    after = ids.at(-1) as number;
  }
}
