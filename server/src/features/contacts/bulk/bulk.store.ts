import type { ContactBulk, ContactBulkAct, ContactBulkOrder } from '@bocau/contract/contact-bulk.ts';
import { type RawBuilder, sql } from 'kysely';
import { type CardPlace, cardsOf } from '../../../contacts/lists/card-place.store.ts';
import { likeTerm, type SearchTerm } from '../../../contacts/lists/search-terms.store.ts';
import { readRows } from '../../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../../tables.ts';

export type BulkJob = {
  id: string;
  act: ContactBulkAct;
  orders: ContactBulkOrder;
  state: ContactBulk['state'];
  total: number;
  done: number;
  changed: number;
  reached: string | null;
  created_at: number;
};

const COLUMNS = sql`id, act, orders, state, total, done, changed, reached, created_at`;

export async function insertBulkJob(tx: Tx, mailboxId: number, job: BulkJob): Promise<void> {
  await tx
    .insertInto('contact_bulk_jobs')
    .values({ ...job, mailbox_id: mailboxId, orders: JSON.stringify(job.orders) })
    .execute();
}

export async function readBulkJob(db: ReadDb, mailboxId: number, id: string): Promise<BulkJob | undefined> {
  const rows = await readRows(
    db,
    sql<BulkJob>`
    select ${COLUMNS} from contact_bulk_jobs where mailbox_id = ${mailboxId} and id = ${id}::uuid`,
  );
  return rows[0];
}

export async function readRunning(db: ReadDb, mailboxId: number): Promise<BulkJob | undefined> {
  const rows = await readRows(
    db,
    sql<BulkJob>`
    select ${COLUMNS} from contact_bulk_jobs
    where mailbox_id = ${mailboxId} and state in ('running', 'undoing')`,
  );
  return rows[0];
}

type Progress = Pick<BulkJob, 'id' | 'state' | 'total' | 'done' | 'changed' | 'reached'>;

export async function updateBulkJob(tx: Tx, mailboxId: number, { id, ...job }: Progress): Promise<void> {
  const { state, total, done, changed, reached } = job;
  await tx
    .updateTable('contact_bulk_jobs')
    .set({ state, total, done, changed, reached })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

export async function deleteOldBulkJobs(tx: Tx, before: number): Promise<void> {
  await sql`
    with old as (delete from contact_bulk_jobs where created_at < ${before} returning mailbox_id, id)
    delete from contact_bulk_steps s using old o where s.mailbox_id = o.mailbox_id and s.job_id = o.id`.execute(
    tx,
  );
}

/** Which cards: a place, or the trash, as far as they were there when the job began. */
export type BulkCards = { place: CardPlace; isTrash: boolean; terms: SearchTerm[]; since: number };

/** The next cards by their ids. */
export async function readNextCards(
  db: ReadDb,
  cards: BulkCards,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const begin = after === null ? sql`` : sql`and c.id > ${after}::uuid`;
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select w.id from (select c.id, c.words from ${fromOf(cards)} ${begin}) w ${found(cards)}
    order by w.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export async function countBulkCards(db: ReadDb, cards: BulkCards): Promise<number> {
  const rows = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::integer as count from (select c.id, c.words from ${fromOf(cards)}) w ${found(cards)}`,
  );
  return rows[0]?.count ?? 0;
}

function fromOf({ place, isTrash, since }: BulkCards): RawBuilder<unknown> {
  if (isTrash)
    return sql`contact_cards c where c.mailbox_id = ${place.mailboxId} and c.trashed_at <= ${since}`;
  return sql`${cardsOf(place).from} and c.created_at <= ${since}`;
}

function found({ terms }: BulkCards): RawBuilder<unknown> {
  return terms.length === 0 ? sql`` : sql`where ${sql.join(terms.map(likeTerm), sql` and `)}`;
}

/** Cards of the kind `group` that are a list. */
export async function readGroupsOfList(db: ReadDb, mailboxId: number, listKey: string): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ card_id: string }>`
    select card_id from contact_groups where mailbox_id = ${mailboxId} and list_key = ${listKey} order by card_id`,
  );
  return rows.map(({ card_id }) => card_id);
}

export type BulkStep = { card_id: string; book_id: string | null; is_group: boolean };

export async function insertSteps(
  tx: Tx,
  mailboxId: number,
  jobId: string,
  steps: BulkStep[],
): Promise<void> {
  if (steps.length === 0) return;
  await sql`
    insert into contact_bulk_steps (mailbox_id, job_id, card_id, book_id, is_group)
    select ${mailboxId}, ${jobId}::uuid, card_id, book_id, is_group
    from json_to_recordset(${JSON.stringify(steps)}) as s(card_id uuid, book_id uuid, is_group boolean)
    on conflict do nothing`.execute(tx);
}

/** Takes the next steps to undo: groups first, as what is in them follows from them. */
export async function takeSteps(
  tx: Tx,
  mailboxId: number,
  jobId: string,
  limit: number,
): Promise<BulkStep[]> {
  const { rows } = await sql<BulkStep>`
    with chosen as materialized (
      select card_id from contact_bulk_steps where mailbox_id = ${mailboxId} and job_id = ${jobId}::uuid
      order by is_group desc, card_id limit ${limit})
    delete from contact_bulk_steps s using chosen c
    where s.mailbox_id = ${mailboxId} and s.job_id = ${jobId}::uuid and s.card_id = c.card_id
    returning s.card_id, s.book_id, s.is_group`.execute(tx);
  return rows;
}
