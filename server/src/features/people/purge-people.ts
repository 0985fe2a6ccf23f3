import { handOverBooks } from '../../contacts/books/hand-over-books.ts';
import type { ContactsDeps } from '../../contacts/change-contacts.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import { journals, mailboxRows } from '../../kernel/kernels.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import {
  claimPerson,
  deleteMailbox,
  deleteSomeRows,
  findPersonToPurge,
  type PurgedPerson,
} from './purge-people.store.ts';

type PurgeDeps = ContactsDeps & { log: Logger };

const purgePeopleTask = defineTask('purge_people', { maxAttempts: 6, priority: 20, lane: 'slow' });
export const purgePeopleCron: CronJob[] = [{ task: purgePeopleTask, at: '22 * * * *', catchUpHours: 1 }];

const ROWS_A_STEP = 1_000;
const THE_PROGRAM: Actor = { kind: 'command_line', name: '', domainId: null, address: '' };
/** A few rows that every listed person has; deleted with the mailbox. */
const isLast = (table: string) => table === 'addresses' || journals().some(({ state }) => state === table);

export function purgePeopleHandlers(deps: PurgeDeps): TaskHandler[] {
  return [handle(purgePeopleTask, (_payload, { signal }) => purgePeople(deps, signal))];
}

/**
 * Purges people deleted long ago, in transactions of bounded size; resumable. One who cannot be purged does
 * not block the others; the job fails at the end.
 */
export async function purgePeople(deps: PurgeDeps, signal: AbortSignal): Promise<void> {
  const failed: number[] = [];
  for (;;) {
    signal.throwIfAborted();
    const person = await findPersonToPurge(deps.db, unixSeconds(deps.clock), failed);
    if (!person) break;
    try {
      if (await purge(deps, person, signal)) {
        deps.log.info({ mailbox: person.id }, 'deleted person removed');
      }
    } catch (error) {
      signal.throwIfAborted();
      deps.log.error({ error, mailbox: person.id }, 'deleted person not removed');
      failed.push(person.id);
    }
  }
  if (failed.length > 0) throw new Error(`${failed.length} deleted people could not be removed`);
}

/** False when they were restored, or another process purged them. */
async function purge(deps: PurgeDeps, person: PurgedPerson, signal: AbortSignal): Promise<boolean> {
  const { db, clock } = deps;
  const now = unixSeconds(clock);
  if (!(await inTransaction(db, (tx) => claimPerson(tx, person.id, now)))) return false;
  await handOverBooks(deps, person.id);
  // Referencing rows before referenced ones.
  for (const { table, column = 'mailbox_id' } of mailboxRows().toReversed()) {
    if (isLast(table)) continue;
    for (let deleted = ROWS_A_STEP; deleted === ROWS_A_STEP; ) {
      signal.throwIfAborted();
      const rows = { column, mailboxId: person.id, limit: ROWS_A_STEP, now };
      deleted = await inTransaction(db, (tx) => deleteSomeRows(tx, table, rows));
    }
  }
  const target = { domainId: person.domain_id, name: person.email, mailboxId: person.id };
  return inTransaction(db, async (tx) => {
    const isDeleted = await deleteMailbox(tx, person.id);
    if (isDeleted) await recordActs(tx, target, { actor: THE_PROGRAM, at: now }, [{ act: 'purged' }]);
    return isDeleted;
  });
}
