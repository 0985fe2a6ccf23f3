import type { MailAddress } from '@bocau/contract/fields.ts';
import type { Merge, MergeColumn, MergeState } from '@bocau/contract/merges.ts';
import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { isKept } from '../../mail/messages/messages-of-sender.store.ts';
import type { OutgoingMessage } from '../../mail/outbox/outgoing.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** The draft as it was when the merge was started; its files are held by the merge. */
export type MergeContent = OutgoingMessage & { skipsEmpty: boolean };

export type MergeRow = {
  id: string;
  title: string;
  state: MergeState;
  draft_id: string;
  source: Merge['source'];
  source_name: string;
  columns: MergeColumn[];
  address_column: number | null;
  name_column: number | null;
  file_column: number | null;
  drive_folder_id: string | null;
  person_id: number;
  unsubscribe: boolean;
  faults: Merge['faults'];
  content: MergeContent | null;
  wait: Merge['wait'];
  wait_until: number | null;
  paused_by: Merge['paused_by'];
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  /** The first row leaves then, if that is still to come. */
  start_at: number | null;
  /** The later merge that took over whom it was not sent to. */
  taken_by: string | null;
  /** The same, as long as it is there. */
  taker_id: string | null;
};

const COLUMNS = sql`m.id, m.title, m.state, m.draft_id, m.source, m.source_name, m.columns, m.address_column, m.name_column,
  m.file_column, m.drive_folder_id, m.person_id, m.unsubscribe, m.faults, m.content, m.wait, m.wait_until, m.paused_by,
  m.created_at, m.started_at, m.finished_at, m.start_at, m.taken_by,
  (select l.id from merges l where l.mailbox_id = m.mailbox_id and l.id = m.taken_by) as taker_id`;

export async function readMerge(db: ReadDb, mailboxId: number, id: string): Promise<MergeRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await readRows(
    db,
    sql<MergeRow>`select ${COLUMNS} from merges m where m.mailbox_id = ${mailboxId} and m.id = ${id}`,
  );
  return row;
}

/** The latest first. */
export async function readMerges(db: ReadDb, mailboxId: number): Promise<MergeRow[]> {
  return readRows(
    db,
    sql<MergeRow>`
    select ${COLUMNS} from merges m where m.mailbox_id = ${mailboxId} order by m.created_at desc, m.id desc`,
  );
}

type NewMerge = Pick<
  MergeRow,
  | 'id'
  | 'title'
  | 'draft_id'
  | 'source'
  | 'source_name'
  | 'columns'
  | 'address_column'
  | 'name_column'
  | 'file_column'
  | 'person_id'
  | 'faults'
>;

export async function insertMerge(tx: Tx, mailboxId: number, merge: NewMerge, now: number): Promise<void> {
  const { columns, faults, ...rest } = merge;
  await sql`
    insert into merges (mailbox_id, id, title, state, draft_id, source, source_name, columns, address_column,
      name_column, file_column, person_id, unsubscribe, faults, created_at)
    values (${mailboxId}, ${rest.id}, ${rest.title}, 'preparing', ${rest.draft_id}, ${rest.source}, ${rest.source_name},
      ${JSON.stringify(columns)}::jsonb, ${rest.address_column}, ${rest.name_column}, ${rest.file_column},
      ${rest.person_id}, true, ${JSON.stringify(faults)}::jsonb, ${now})`.execute(tx);
}

/** The same draft, columns and choices for a part of the rows. */
export async function copyMerge(
  tx: Tx,
  { mailboxId, mergeId }: MergeKey,
  id: string,
  now: number,
): Promise<void> {
  await sql`
    insert into merges (mailbox_id, id, title, state, draft_id, source, source_name, columns, address_column,
      name_column, file_column, drive_folder_id, person_id, unsubscribe, faults, created_at)
    select mailbox_id, ${id}::uuid, title, 'preparing', draft_id, source, source_name, columns, address_column,
      name_column, file_column, drive_folder_id, person_id, unsubscribe, '{"total": 0, "first": []}'::jsonb, ${now}
    from merges where mailbox_id = ${mailboxId} and id = ${mergeId}`.execute(tx);
}

export type MergeChanges = Partial<
  Pick<
    MergeRow,
    | 'title'
    | 'draft_id'
    | 'address_column'
    | 'name_column'
    | 'file_column'
    | 'drive_folder_id'
    | 'person_id'
    | 'unsubscribe'
    | 'state'
    | 'wait'
    | 'wait_until'
    | 'paused_by'
    | 'started_at'
    | 'finished_at'
    | 'start_at'
    | 'taken_by'
  >
>;

export async function updateMerge(
  tx: Tx,
  mailboxId: number,
  id: string,
  changes: MergeChanges & { content?: MergeContent | null },
): Promise<void> {
  const { content, ...rest } = changes;
  const set = { ...rest, ...(content === undefined ? {} : { content: content && JSON.stringify(content) }) };
  if (Object.keys(set).length === 0) return;
  await tx.updateTable('merges').set(set).where('mailbox_id', '=', mailboxId).where('id', '=', id).execute();
}

/** With its rows and files. */
export async function deleteMerge(tx: Tx, mailboxId: number, id: string, now: number): Promise<void> {
  const lost = sql`select coalesce(held_by, blob) as blob from files`;
  await sql`
    with files as (
      select blob, held_by from merge_files where mailbox_id = ${mailboxId} and merge_id = ${id}
    ), orphaned as (${orphanBlobs(lost, now)})
    delete from merges where mailbox_id = ${mailboxId} and id = ${id}`.execute(tx);
}

/** MM-23: whom a merge took over are left over again. */
export async function releaseTaken(tx: Tx, mailboxId: number, by: string): Promise<void> {
  await sql`
    update merges set taken_by = null where mailbox_id = ${mailboxId} and taken_by = ${by}`.execute(tx);
}

export async function countMerges(db: ReadDb, mailboxId: number): Promise<number> {
  const [found] = await readRows(
    db,
    sql<{ count: number }>`select count(*)::integer as count from merges where mailbox_id = ${mailboxId}`,
  );
  return found?.count ?? 0;
}

export type MergeKey = { mailboxId: number; mergeId: string };

/** Of all mailboxes: what should have a job. */
export async function readRunning(db: ReadDb): Promise<MergeKey[]> {
  return readRows(
    db,
    sql<MergeKey>`
    select mailbox_id as "mailboxId", id as "mergeId" from merges where state = 'running' order by started_at`,
  );
}

/** What the domain allows; null where it says nothing. */
export async function readDailyLimit(db: ReadDb, mailboxId: number): Promise<number | null> {
  const [found] = await readRows(
    db,
    sql<{ most: number | null }>`
    select d.merges_per_day as most from mailboxes m join domains d on d.id = m.domain_id where m.id = ${mailboxId}`,
  );
  return found?.most ?? null;
}

/** When the mailbox wrote to people by merges since then, the oldest first. */
export async function readMergedSince(
  db: ReadDb,
  mailboxId: number,
  since: number,
): Promise<{ at: number; count: number }[]> {
  return readRows(
    db,
    sql<{ at: number; count: number }>`
    select counted_at as at, recipient_count as count from outbox
    where mailbox_id = ${mailboxId} and counted_at > ${since} and merge_id is not null and state <> 'cancelled'
    order by counted_at`,
  );
}

/** Messages of a merge that nobody has tried to deliver yet; no more than `most` are counted. */
export async function countUntried(
  db: ReadDb,
  { mailboxId, mergeId }: MergeKey,
  most: number,
): Promise<number> {
  const [found] = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::integer as count from (
      select from outbox o
      join outbox_recipients r on r.mailbox_id = o.mailbox_id and r.outbox_id = o.id
      where o.mailbox_id = ${mailboxId} and o.merge_id = ${mergeId} and o.state = 'sending'
        and r.state in ('waiting', 'trying') and r.attempts = 0
      limit ${most}) u`,
  );
  return found?.count ?? 0;
}

/** `discarded`: it lies in Trash or Junk. */
export type DraftOfMerge = { subject: string; sender: MailAddress; discarded: boolean };

/** Those of the drafts that are there. */
export async function readDrafts(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<Map<string, DraftOfMerge>> {
  const rows = await readRows(
    db,
    sql<DraftOfMerge & { id: string }>`
    select m.id, m.subject, not ${isKept(mailboxId)} as discarded,
      jsonb_build_object('name', coalesce(m.sender->>'name', ''), 'email', coalesce(m.sender->>'email', '')) as sender
    from messages m where m.mailbox_id = ${mailboxId} and m.id = any(${ids}::uuid[]) and m.draft`,
  );
  return new Map(rows.map(({ id, ...draft }) => [id, draft]));
}
