import { sql } from 'kysely';
import { readRows } from '../../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../../tables.ts';

/** Cards that are looked at for one address, number or name: those that the import itself has made are no duplicates. */
const LOOKED_AT = 8;

/** Cards that have one of these addresses or numbers. */
export function findByPoints(
  db: ReadDb,
  mailboxId: number,
  values: string[],
): Promise<{ value: string; id: string }[]> {
  return readRows(
    db,
    sql<{ value: string; id: string }>`
    select w.value, p.card_id as id from unnest(${values}::text[]) as w(value), lateral (
      select card_id from contact_points where mailbox_id = ${mailboxId} and value = w.value limit ${LOOKED_AT}) p`,
  );
}

/**
 * Cards of these names that may be the same person, with the place of the name: where it is `reachable`, only those
 * without an address and a number.
 */
export function findByNames(
  db: ReadDb,
  mailboxId: number,
  cards: { key: string; name: string; reachable: boolean }[],
): Promise<{ place: number; id: string }[]> {
  return readRows(
    db,
    sql<{ place: number; id: string }>`
    select w.place::int - 1 as place, c.id from unnest(
      ${cards.map(({ key }) => key)}::text[], ${cards.map(({ name }) => name)}::text[],
      ${cards.map(({ reachable }) => reachable)}::boolean[]) with ordinality as w(key, name, reachable, place), lateral (
      select id from contact_cards k
      where k.mailbox_id = ${mailboxId} and k.given_key = w.key and k.full_name = w.name
        and k.trashed_at is null and k.kind <> 'group'
        and not (w.reachable and exists (
          select from contact_points p where p.mailbox_id = ${mailboxId} and p.card_id = k.id and p.value <> ''))
      limit ${LOOKED_AT}) c`,
  );
}

/** Those of the ids that there are, in the trash too, with the number of their last change. */
export function findImported(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<{ id: string; book_id: string; changed_at: number; created_at: number }[]> {
  return readRows(
    db,
    sql<{ id: string; book_id: string; changed_at: number; created_at: number }>`
    select id, book_id, changed_at, created_at from contact_cards
    where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[])`,
  );
}

export async function insertImport(
  tx: Tx,
  mailboxId: number,
  { id, at, cards }: { id: string; at: number; cards: number },
): Promise<void> {
  await sql`
    insert into contact_imports (mailbox_id, id, at, cards) values (${mailboxId}, ${id}::uuid, ${at}, ${cards})
    on conflict do nothing`.execute(tx);
}

export async function readImportOf(
  db: ReadDb,
  mailboxId: number,
  id: string,
): Promise<{ cards: number } | undefined> {
  const [row] = await readRows(
    db,
    sql<{ cards: number }>`
    select cards from contact_imports where mailbox_id = ${mailboxId} and id = ${id}::uuid`,
  );
  return row;
}

export async function deleteOldImports(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('contact_imports').where('at', '<', before).execute();
}
