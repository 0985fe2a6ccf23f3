import { sql } from 'kysely';
import { bytesOfTexts } from '../../kernel/resources.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { CARD_TABLES } from '../card-resources.ts';

export type OrphanedBook = { id: string; heir: number };

/** Shared books of a person, each with who may write to it and has for longest, or else may read it. */
export function readHeirsOfBooks(db: ReadDb, mailboxId: number): Promise<OrphanedBook[]> {
  return readRows(
    db,
    sql<OrphanedBook>`
    select distinct on (s.book_id) s.book_id as id, s.with_mailbox_id as heir
    from contact_book_members s join mailboxes m on m.id = s.with_mailbox_id and m.deleted_at is null
    where s.mailbox_id = ${mailboxId}
    order by s.book_id, s.permission desc, s.created_at, s.with_mailbox_id`,
  );
}

const BY_CARD = [
  'contact_points',
  'contact_list_members',
  'contact_photos',
  'contact_groups',
  'contact_group_members',
] as const;

/** Moves a book with its cards into another mailbox; returns the ids of its cards, and the bytes of their texts. */
export async function moveBook(
  tx: Tx,
  { from, to, book, seq }: { from: number; to: number; book: string; seq: number },
): Promise<{ ids: string[]; bytes: number }> {
  await sql`
    insert into contact_lists as l (mailbox_id, list_key, name, total)
    select ${to}, m.list_key, min(own.name), count(*)
    from contact_cards c
    join contact_list_members m on m.mailbox_id = c.mailbox_id and m.card_id = c.id
    join contact_lists own on own.mailbox_id = c.mailbox_id and own.list_key = m.list_key
    where c.mailbox_id = ${from} and c.book_id = ${book}::uuid
    group by m.list_key
    on conflict (mailbox_id, list_key) do update set total = l.total + excluded.total`.execute(tx);
  const moved = await sql<{ bytes: number }>`
    with moved as (
      update contact_sources s set mailbox_id = ${to} from contact_cards c
      where c.mailbox_id = ${from} and c.book_id = ${book}::uuid and s.mailbox_id = ${from} and s.card_id = c.id
      returning ${bytesOfTexts(CARD_TABLES)} as bytes
    )
    select coalesce(sum(bytes), 0)::bigint as bytes from moved`.execute(tx);
  for (const table of BY_CARD) {
    await sql`
      update ${sql.table(table)} t set mailbox_id = ${to} from contact_cards c
      where c.mailbox_id = ${from} and c.book_id = ${book}::uuid and t.mailbox_id = ${from} and t.card_id = c.id`.execute(
      tx,
    );
  }
  await sql`
    with removed as (
      update contact_removed set mailbox_id = ${to} where mailbox_id = ${from} and book_id = ${book}::uuid
    ), members as (
      update contact_book_members set mailbox_id = ${to}
      where mailbox_id = ${from} and book_id = ${book}::uuid and with_mailbox_id <> ${to}
    )
    update contact_books b set mailbox_id = ${to}, is_default = false, seq = ${seq},
      name = b.name || ' (' || m.email || ')', name_key = b.name_key || ' (' || m.email || ')'
    from mailboxes m
    where b.mailbox_id = ${from} and b.id = ${book}::uuid and m.id = ${from}`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    update contact_cards set mailbox_id = ${to}, seq = ${seq}, favorite = false
    where mailbox_id = ${from} and book_id = ${book}::uuid
    returning id`.execute(tx);
  return { ids: rows.map(({ id }) => id), bytes: moved.rows[0]?.bytes ?? 0 };
}
