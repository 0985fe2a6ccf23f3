import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Db, ReadDb } from '../../tables.ts';
import { distributeTask } from './accept-for-group.ts';
import { readGroupFaults, readWithoutJob, removeGroupFaults } from './recount.store.ts';

const SHOWN_OF_EACH = 20;

/** What is wrong with groups, as sentences: after a restore, or a job that was given up. */
export async function recountGroups(db: ReadDb): Promise<string[]> {
  const faults = await readGroupFaults(db, SHOWN_OF_EACH);
  return faults.map(({ fault, entity, detail }) => `groups: ${fault} ${entity}${detail && `: ${detail}`}`);
}

/** Removes what belongs to no group or person, and distributes what a job has given up. */
export async function repairGroups({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await inTransaction(db, async (tx) => {
    await removeGroupFaults(tx, unixSeconds(clock));
    for (const id of await readWithoutJob(tx)) await addJob(tx, distributeTask, { id });
  });
}
