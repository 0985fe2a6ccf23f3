import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type ContactRight = 'READ' | 'WRITE' | 'OWNER';

/** A card that the caller may reach, in the book that gives the right. */
export type ReachedCard = { id: string; mailboxId: number; bookId: string; permission: ContactRight };

/**
 * Those of the ids that are a person's own, in the trash too, and then those in books that others share with them. The
 * last release let somebody make a card with the id of another's: the older one comes first.
 */
export function findCards(db: ReadDb, person: number, ids: string[]): Promise<ReachedCard[]> {
  return readRows(
    db,
    sql<ReachedCard>`
    select id, "mailboxId", "bookId", permission from (
    select c.id, c.mailbox_id as "mailboxId", c.book_id as "bookId", 'OWNER' as permission, 0 as place,
      c.created_at
    from contact_cards c where c.mailbox_id = ${person} and c.id = any(${ids}::uuid[])
    union all
    select c.id, c.mailbox_id, c.book_id, s.permission, 1, c.created_at
    from contact_book_members s
    join mailboxes m on m.id = s.mailbox_id
    join mailboxes p on p.id = s.with_mailbox_id and p.domain_id = m.domain_id
    join contact_cards c on c.mailbox_id = s.mailbox_id and c.id = any(${ids}::uuid[])
      and c.book_id = s.book_id and c.trashed_at is null
    where s.with_mailbox_id = ${person}
    ) found
    order by place, created_at, "mailboxId"`,
  );
}

/**
 * The first card with an address: of one's own, or of those in books that others share. Who has an address of the
 * domain is who the directory says, and not what a colleague has written of them.
 */
export async function readIdByAddress(db: ReadDb, person: number, address: string): Promise<string | null> {
  const [row] = await readRows(
    db,
    sql<{ id: string }>`
    select id from (
      select p.card_id as id, 0 as place from contact_points p
      where p.mailbox_id = ${person} and p.value = ${address} and p.kind = 'email'
      union all
      select c.id, 1
      from contact_book_members s
      join mailboxes m on m.id = s.mailbox_id
      join mailboxes own on own.id = s.with_mailbox_id and own.domain_id = m.domain_id
      join domains d on d.id = own.domain_id and d.name <> split_part(${address}, '@', 2)
      join contact_points p on p.mailbox_id = s.mailbox_id and p.value = ${address} and p.kind = 'email'
      join contact_cards c on c.mailbox_id = p.mailbox_id and c.id = p.card_id and c.book_id = s.book_id
      where s.with_mailbox_id = ${person}
    ) found
    order by place, id limit 1`,
  );
  return row?.id ?? null;
}
