import { type Selectable, sql } from 'kysely';
import type { ContactBooksTable } from '../../contact-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type BookRow = Pick<
  Selectable<ContactBooksTable>,
  'mailbox_id' | 'id' | 'name' | 'is_default' | 'seq' | 'total'
> & {
  permission: 'OWNER' | 'WRITE' | 'READ';
  owner_name: string;
  owner_email: string;
};

/**
 * The books that a person sees: their own, the one of new cards first, then those that people of their domain
 * share with them. The last release let a program make a book with the id of another's: only the older one is seen.
 */
export function readBooks(db: ReadDb, person: number): Promise<BookRow[]> {
  return readRows(
    db,
    sql<BookRow>`
    select mailbox_id, id, name, is_default, seq, total, permission, owner_name, owner_email from (
      select distinct on (id) * from (
      select b.mailbox_id, b.id, b.name, b.is_default, b.seq, b.total, 'OWNER' as permission,
        m.name as owner_name, m.email as owner_email, b.name_key, b.is_default as is_first,
        b.created_at
      from contact_books b join mailboxes m on m.id = b.mailbox_id
      where b.mailbox_id = ${person}
      union all
      select b.mailbox_id, b.id, b.name, false, b.seq, b.total, s.permission, m.name, m.email, b.name_key,
        b.is_default, b.created_at
      from contact_book_members s
      join contact_books b on b.mailbox_id = s.mailbox_id and b.id = s.book_id
      join mailboxes m on m.id = b.mailbox_id
      join mailboxes p on p.id = ${person} and p.domain_id = m.domain_id
      where s.with_mailbox_id = ${person}
      ) reached order by id, mailbox_id <> ${person}, is_first desc, created_at, mailbox_id
    ) seen
    order by mailbox_id <> ${person}, is_default desc, name_key, id`,
  );
}

export type NewBook = Pick<ContactBooksTable, 'id' | 'name' | 'name_key' | 'seq' | 'created_at'>;

/** False where a book of this name is there. */
export async function insertBook(tx: Tx, mailboxId: number, book: NewBook): Promise<boolean> {
  const { rows } = await sql`
    insert into contact_books (mailbox_id, id, name, name_key, seq, created_at)
    values (${mailboxId}, ${book.id}::uuid, ${book.name}, ${book.name_key}, ${book.seq}, ${book.created_at})
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

export async function hasBookNamed(db: ReadDb, mailboxId: number, nameKey: string, not: string) {
  const rows = await readRows(
    db,
    sql`select id from contact_books
      where mailbox_id = ${mailboxId} and name_key = ${nameKey} and id <> ${not}::uuid`,
  );
  return rows.length > 0;
}

export async function renameBook(
  tx: Tx,
  mailboxId: number,
  { id, name, name_key, seq }: Omit<NewBook, 'created_at'>,
): Promise<void> {
  await tx
    .updateTable('contact_books')
    .set({ name, name_key, seq })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

export async function deleteBook(tx: Tx, mailboxId: number, id: string): Promise<void> {
  await sql`
    with members as (
      delete from contact_book_members where mailbox_id = ${mailboxId} and book_id = ${id}::uuid
    ), removed as (
      delete from contact_removed where mailbox_id = ${mailboxId} and book_id = ${id}::uuid
    )
    delete from contact_books where mailbox_id = ${mailboxId} and id = ${id}::uuid`.execute(tx);
}

/** The cards of a book that are not in the trash. */
export async function readIdsOfBook(
  db: ReadDb,
  mailboxId: number,
  bookId: string,
  limit: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select id from contact_cards
    where mailbox_id = ${mailboxId} and book_id = ${bookId}::uuid and trashed_at is null
    order by seq limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Adds to the totals of books, and gives them the number of the change. */
export async function touchBooks(
  tx: Tx,
  mailboxId: number,
  seq: number,
  changed: { id: string; more: number }[],
): Promise<void> {
  await sql`
    update contact_books b set seq = ${seq}, total = b.total + c.more
    from json_to_recordset(${JSON.stringify(changed)}) as c(id uuid, more integer)
    where b.mailbox_id = ${mailboxId} and b.id = c.id`.execute(tx);
}
