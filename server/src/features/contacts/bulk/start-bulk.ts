import {
  CONTACT_BULK_UNDO_HOURS,
  type ContactBulk,
  type ContactBulkOrder,
} from '@bocau/contract/contact-bulk.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { reachBook } from '../../../contacts/access/reach.ts';
import { listKey } from '../../../contacts/cards/derive-card.ts';
import { type ContactsDeps, changeContacts } from '../../../contacts/change-contacts.ts';
import { readLists } from '../../../contacts/lists/lists.store.ts';
import { searchTerms } from '../../../contacts/lists/search-terms.store.ts';
import { contactNotFound } from '../../../contacts/refusals.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { Failure } from '../../../platform/failure.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { ReadDb, Tx } from '../../../tables.ts';
import {
  type BulkJob,
  countBulkCards,
  insertBulkJob,
  readBulkJob,
  readRunning,
  updateBulkJob,
} from './bulk.store.ts';
import { findBulkCards } from './bulk-cards.ts';
import { contactBulkTask, undoContactBulkTask } from './bulk-tasks.ts';

/** Stores the order and enqueues its job. */
export async function startContactBulk(
  deps: ContactsDeps,
  person: number,
  order: ContactBulkOrder,
): Promise<ContactBulk> {
  checkOrder(order);
  for (const book of [order.where.book_id, order.to_book_id])
    if (book !== undefined) await reachBook(deps.db, person, book, 'OWNER');
  const job = await changeContacts(deps, person, async ({ tx, now }) => {
    await refuseSecond(tx, person);
    await checkLists(tx, person, order);
    const cards = await findBulkCards(tx, person, order, now);
    const started: BulkJob = {
      ...{ id: newId(deps.clock), act: order.act, orders: order, state: 'running' },
      ...{ total: await countBulkCards(tx, cards), done: 0, changed: 0, reached: null, created_at: now },
    };
    await insertBulkJob(tx, person, started);
    await addJob(tx, contactBulkTask, { mailboxId: person, id: started.id }, { shares: [`from ${person}`] });
    return started;
  });
  return bulkView(job, unixSeconds(deps.clock));
}

export async function showContactBulk(
  { db, clock }: Pick<ContactsDeps, 'db' | 'clock'>,
  person: number,
  id: string,
): Promise<ContactBulk> {
  return bulkView(await present(db, person, id), unixSeconds(clock));
}

/** Stops the job after its present portion; without effect when it is over. */
export async function stopContactBulk(deps: ContactsDeps, person: number, id: string): Promise<void> {
  await changeContacts(deps, person, async ({ tx }) => {
    const job = await present(tx, person, id);
    if (job.state === 'running') await updateBulkJob(tx, person, { ...job, state: 'cancelled' });
  });
}

/** Undoes what the job has done; what it hasn't done yet is cancelled. */
export async function undoContactBulk(deps: ContactsDeps, person: number, id: string): Promise<ContactBulk> {
  const undoing = await changeContacts(deps, person, async ({ tx, now }) => {
    const job = await present(tx, person, id);
    if (job.state === 'undone') return job;
    if (job.state !== 'running') await refuseSecond(tx, person);
    if (!bulkView(job, now).can_undo) throw new Failure('not_undoable', 'This can no longer be undone');
    const next: BulkJob = { ...job, state: 'undoing', total: job.changed, done: 0 };
    await updateBulkJob(tx, person, next);
    await addJob(tx, undoContactBulkTask, { mailboxId: person, id }, { shares: [`from ${person}`] });
    return next;
  });
  return bulkView(undoing, unixSeconds(deps.clock));
}

function bulkView({ id, act, state, total, done, changed, created_at }: BulkJob, now: number): ContactBulk {
  const isOver = state === 'undoing' || state === 'undone';
  const can_undo = !isOver && now < created_at + CONTACT_BULK_UNDO_HOURS * 3600;
  return { id, act, state, total, done, changed, can_undo };
}

async function present(db: ReadDb, person: number, id: string): Promise<BulkJob> {
  const job = isId(id) ? await readBulkJob(db, person, id) : undefined;
  if (!job) throw new Failure('job_not_found', 'Job not found');
  return job;
}

async function refuseSecond(tx: Tx, person: number): Promise<void> {
  if (await readRunning(tx, person))
    throw new Failure('operation_in_progress', 'Another act on many contacts is under way');
}

function checkOrder({ where, act, to_list, to_book_id }: ContactBulkOrder): void {
  const { book_id, list, only, search } = where;
  const isList = book_id === undefined && only === undefined && search === undefined && list !== undefined;
  const fits =
    (act === 'restore') === (only === 'trash') &&
    (act === 'move') === (to_book_id !== undefined) &&
    (act !== 'list' || typeof to_list === 'string') &&
    (act !== 'relist' || (isList && to_list !== undefined)) &&
    (search === undefined || searchTerms(search).length > 0);
  if (!fits) throw new Failure('invalid_input', 'This act does not go with these cards');
}

/** A list is renamed to a name that no other has: both would become one, which no undo takes apart. */
async function checkLists(tx: Tx, person: number, { act, where, to_list }: ContactBulkOrder): Promise<void> {
  if (act !== 'list' && act !== 'relist') return;
  const known = (await readLists(tx, person)).map(({ name }) => listKey(name));
  const from = listKey(where.list ?? '');
  const to = typeof to_list === 'string' ? listKey(to_list) : null;
  if (act === 'relist' && !known.includes(from)) throw contactNotFound();
  if (to === null || (act === 'relist' && to === from)) return;
  if (act === 'relist' && known.includes(to))
    throw new Failure('already_exists', 'There is a list of this name');
  const limit = LIMITS.contactLists;
  if (!known.includes(to) && known.length >= limit)
    throw new Failure('too_many_contacts', `There are at most ${limit} lists`, { details: { limit } });
}
