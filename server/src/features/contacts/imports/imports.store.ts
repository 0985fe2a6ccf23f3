import { sql } from 'kysely';
import { readRows } from '../../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../../tables.ts';

/** Which of these values are addresses or numbers of cards, and the names of the cards with these sort keys. */
export async function findKnown(
  db: ReadDb,
  mailboxId: number,
  { values, keys }: { values: string[]; keys: string[] },
): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    db,
    sql<{ known: string }>`
    select p.value as known from contact_points p
    where p.mailbox_id = ${mailboxId} and p.value = any(${values}::text[])
    union
    select c.full_name from contact_cards c
    where c.mailbox_id = ${mailboxId} and c.given_key = any(${keys}::text[]) and c.trashed_at is null
      and c.kind <> 'group'`,
  );
  return new Set(rows.map(({ known }) => known));
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
