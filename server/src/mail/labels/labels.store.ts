import type { LabelColor } from '@bocau/contract/labels.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { pathKey } from '../folders/folder-names.ts';

export type LabelRow = {
  id: string;
  name: string;
  color: LabelColor;
  position: number | null;
  keyword: string;
  hidden: boolean;
  total_threads: number;
  unread_threads: number;
  total_messages: number;
  unread_messages: number;
};

export const LABEL_COLUMNS = [
  'id',
  'name',
  'color',
  'position',
  'keyword',
  'hidden',
  'total_threads',
  'unread_threads',
  'total_messages',
  'unread_messages',
] as const;

/** Without those that are being deleted, as all below. */
export async function readLabels(db: ReadDb, mailboxId: number): Promise<LabelRow[]> {
  const lists = await readLabelLists(db, mailboxId);
  return lists.filter(({ id }) => id !== WAITING);
}

/** The same, and the list of what waits for an answer, where there has been anything to wait for. */
export async function readLabelLists(db: ReadDb, mailboxId: number): Promise<LabelRow[]> {
  return db
    .selectFrom('labels')
    .select(LABEL_COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function readLabel(db: ReadDb, mailboxId: number, id: string): Promise<LabelRow | undefined> {
  return id === WAITING ? undefined : readLabelList(db, mailboxId, id);
}

async function readLabelList(db: ReadDb, mailboxId: number, id: string): Promise<LabelRow | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('labels')
    .select(LABEL_COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** By its id, or by its name as it is compared; or the list of what waits for an answer. */
export async function findLabel(
  db: ReadDb,
  mailboxId: number,
  idOrName: string,
): Promise<LabelRow | undefined> {
  if (isId(idOrName)) return readLabelList(db, mailboxId, idOrName);
  return db
    .selectFrom('labels')
    .select(LABEL_COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('path_key', '=', pathKey(idOrName))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Which of these labels exist. */
export async function readLabelIdsAmong(db: ReadDb, mailboxId: number, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('labels')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('id', 'in', ids)
    .where('id', '<>', WAITING)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The same, and those among them that were deleted lately. */
export async function readKnownLabels(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<{ id: string; deleted: boolean }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('labels')
    .select(['id', 'deleted_at'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', 'in', ids)
    .where('id', '<>', WAITING)
    .execute();
  return rows.map(({ id, deleted_at }) => ({ id, deleted: deleted_at !== null }));
}

export type KeywordOfLabel = { id: string; keyword: string };

/** What mail programs call each label. */
export async function readKeywordsOfLabels(db: ReadDb, mailboxId: number): Promise<KeywordOfLabel[]> {
  return db
    .selectFrom('labels')
    .select(['id', 'keyword'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '<>', WAITING)
    .where('deleted_at', 'is', null)
    .orderBy(sql`keyword collate "C"`)
    .execute();
}

export type NewLabel = Pick<LabelRow, 'id' | 'name' | 'color' | 'keyword'>;

export async function insertLabel(tx: Tx, mailboxId: number, label: NewLabel): Promise<void> {
  await tx
    .insertInto('labels')
    .values({ mailbox_id: mailboxId, ...label, path_key: pathKey(label.name), position: null })
    .execute();
}

/** Where it is not there yet; no label can have these names. Answers whether it was made. */
export async function insertWaitingList(tx: Tx, mailboxId: number): Promise<boolean> {
  const made = await tx
    .insertInto('labels')
    .values({
      mailbox_id: mailboxId,
      id: WAITING,
      name: '',
      path_key: '',
      color: 'gray',
      keyword: '',
      position: null,
    })
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** From the first label on, a change of a release that knows none is noticed. */
export async function followFromNow(tx: Tx, mailboxId: number): Promise<void> {
  await sql`
    update mailbox_state set labelled_seq = seq
    where mailbox_id = ${mailboxId} and labelled_seq is null`.execute(tx);
}

export async function updateLabel(
  tx: Tx,
  mailboxId: number,
  id: string,
  values: Partial<Pick<LabelRow, 'color' | 'hidden'>>,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await tx
    .updateTable('labels')
    .set(values)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

export async function writeNames(
  tx: Tx,
  mailboxId: number,
  names: { id: string; name: string }[],
): Promise<void> {
  const keys = names.map(({ name }) => pathKey(name));
  await sql`
    update labels l set name = n.name, path_key = n.key
    from unnest(${names.map(({ id }) => id)}::uuid[], ${names.map(({ name }) => name)}::text[], ${keys}::text[])
      as n(id, name, key)
    where l.mailbox_id = ${mailboxId} and l.id = n.id`.execute(tx);
}

export async function writePositions(
  tx: Tx,
  mailboxId: number,
  places: { id: string; position: number | null }[],
): Promise<void> {
  await sql`
    update labels l set position = p.position
    from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ position }) => position)}::integer[])
      as p(id, position)
    where l.mailbox_id = ${mailboxId} and l.id = p.id`.execute(tx);
}

export async function markLabelDeleted(tx: Tx, mailboxId: number, id: string, now: number): Promise<void> {
  await tx
    .updateTable('labels')
    .set({ deleted_at: now })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

/** One that is being deleted, or was. */
export async function readDeletedLabel(
  db: ReadDb,
  mailboxId: number,
  id: string,
): Promise<Pick<LabelRow, 'id' | 'name' | 'keyword'> | undefined> {
  return db
    .selectFrom('labels')
    .select(['id', 'name', 'keyword'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
}

export async function writeRestoredLabel(
  tx: Tx,
  mailboxId: number,
  { id, name, keyword }: Pick<LabelRow, 'id' | 'name' | 'keyword'>,
): Promise<void> {
  await tx
    .updateTable('labels')
    .set({ name, path_key: pathKey(name), keyword, deleted_at: null })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

export type KeywordCount = { keyword: string; messages: number };

/** Keywords that programs have set, as first written, which are no label's; those with most messages first. */
export async function readFreeKeywords(db: ReadDb, mailboxId: number): Promise<KeywordCount[]> {
  return readRows(
    db,
    sql<KeywordCount>`
    select min(k.keyword) as keyword, count(*)::integer as messages
    from message_state s cross join lateral unnest(s.keywords) as k(keyword)
    where s.mailbox_id = ${mailboxId} and s.keywords <> '{}'
      and lower(k.keyword) not in (
        select lower(l.keyword) from labels l where l.mailbox_id = ${mailboxId} and l.deleted_at is null)
    group by lower(k.keyword) order by 2 desc, 1 limit 200`,
  );
}
