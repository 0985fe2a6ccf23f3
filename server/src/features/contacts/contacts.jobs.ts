import { LIMITS } from '@bocau/contract/limits.ts';
import { CARD_TABLES } from '../../contacts/card-resources.ts';
import { deleteCards } from '../../contacts/cards/put-cards.ts';
import { type ContactsDeps, changeContacts } from '../../contacts/change-contacts.ts';
import { drawPhotos } from '../../contacts/photos/draw-photos.ts';
import { drawPhotosTask } from '../../contacts/photos/enqueue-drawing.ts';
import { rebuildOutdated } from '../../contacts/rebuild/rebuild-cards.ts';
import { CONTACTS } from '../../kernel/contacts.ts';
import { emptyOldTrash } from '../../kernel/resources.store.ts';
import { pruneThingsJournal } from '../../kernel/things-changed.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { deleteOldBulkJobs } from './bulk/bulk.store.ts';
import { contactBulkTask, undoContactBulkTask } from './bulk/bulk-tasks.ts';
import { runContactBulk, runContactBulkUndo } from './bulk/run-bulk.ts';
import { deleteOldImports } from './imports/imports.store.ts';
import { deleteOldMerges } from './merges/merges.store.ts';

const DAY_SECONDS = 24 * 3600;
/** For which an import or a merge can be undone. */
const UNDO_DAYS = 7;
const options = { maxAttempts: 6, priority: 20, lane: 'slow' as const };
const emptyContactTrashTask = defineTask('contact_trash', options);
const cleanContactsTask = defineTask('contact_clean', options);
/** Runs after all interactive work. */
export const rebuildContactsTask = defineTask('contact_rebuild', { ...options, priority: 30 });

/** In UTC; night in Vietnam. */
export const contactCron: CronJob[] = [
  { task: emptyContactTrashTask, at: '12 * * * *', catchUpHours: 1 },
  { task: cleanContactsTask, at: '3 19 * * *', catchUpHours: 24 },
  { task: rebuildContactsTask, at: '47 * * * *', catchUpHours: 2 },
];

export function contactHandlers(deps: ContactsDeps): TaskHandler[] {
  return [
    handle(drawPhotosTask, (payload, run) => drawPhotos(deps, payload, run)),
    handle(emptyContactTrashTask, (_payload, { signal }) => emptyTrash(deps, signal)),
    handle(contactBulkTask, (payload, run) => runContactBulk(deps, payload, run)),
    handle(undoContactBulkTask, (payload, run) => runContactBulkUndo(deps, payload, run)),
    handle(rebuildContactsTask, (_payload, { signal }) => rebuildInTurn(deps, signal)),
    handle(cleanContactsTask, async () => {
      const now = unixSeconds(deps.clock);
      await pruneThingsJournal(deps.db, CONTACTS.journal, now);
      const undoneFrom = now - UNDO_DAYS * DAY_SECONDS;
      await inTransaction(deps.db, (tx) => deleteOldImports(tx, undoneFrom));
      await inTransaction(deps.db, (tx) => deleteOldMerges(tx, undoneFrom));
      await inTransaction(deps.db, (tx) => deleteOldBulkJobs(tx, undoneFrom));
    }),
  ];
}

/** The ratio of rest to work: at most a quarter of one core. */
const REST = 3;
/** Then it yields to other jobs, and continues in the next hour. */
const LONGEST_RUN_MS = 50 * 60 * 1000;

async function rebuildInTurn(deps: ContactsDeps, signal: AbortSignal): Promise<void> {
  const until = deps.clock.now() + LONGEST_RUN_MS;
  const enough = new AbortController();
  try {
    await rebuildOutdated(deps, {
      signal: AbortSignal.any([signal, enough.signal]),
      async afterStep(_cards, tookMs) {
        if (deps.clock.now() > until) enough.abort();
        if (tookMs > 0) await deps.clock.sleep(tookMs * REST, signal);
      },
    });
  } catch (error) {
    if (!enough.signal.aborted || signal.aborted) throw error;
  }
}

/** Deletes for good what has been in the trash for 30 days. */
async function emptyTrash(deps: ContactsDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - LIMITS.contactTrashDays * DAY_SECONDS;
  await emptyOldTrash(deps.db, CARD_TABLES, { before, signal }, (mailboxId, ids) =>
    changeContacts(deps, mailboxId, (change) => deleteCards(change, ids)),
  );
}
