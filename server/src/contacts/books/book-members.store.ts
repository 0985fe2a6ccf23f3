import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type BookMemberRow = {
  with_mailbox_id: number;
  email: string;
  name: string;
  permission: 'READ' | 'WRITE';
};

export function readBookMembers(db: ReadDb, mailboxId: number, bookId: string): Promise<BookMemberRow[]> {
  return readRows(
    db,
    sql<BookMemberRow>`
    select s.with_mailbox_id, m.email, m.name, s.permission
    from contact_book_members s join mailboxes m on m.id = s.with_mailbox_id and m.deleted_at is null
    where s.mailbox_id = ${mailboxId} and s.book_id = ${bookId}::uuid
    order by m.email`,
  );
}

export type Colleague = { mailbox_id: number; address: string };

/**
 * People of the domain, other than the person, by any address of theirs. Those who are hidden only where they have the
 * book already: otherwise the answer would name who belongs to an address.
 */
export function findColleagues(
  db: ReadDb,
  person: number,
  bookId: string,
  addresses: string[],
): Promise<Colleague[]> {
  return readRows(
    db,
    sql<Colleague>`
    select distinct on (m.id) m.id as mailbox_id, a.address
    from unnest(${addresses}::text[]) as w(address)
    join addresses a on a.address = w.address
    join mailboxes m on m.id = a.mailbox_id and m.deleted_at is null and m.id <> ${person}
    join mailboxes own on own.id = ${person} and own.domain_id = m.domain_id
    left join contact_book_members s
      on s.mailbox_id = ${person} and s.book_id = ${bookId}::uuid and s.with_mailbox_id = m.id
    where not m.hidden or s.with_mailbox_id is not null
    order by m.id, a.address`,
  );
}

/** Replaces those with whom a book is shared. */
export async function writeBookMembers(
  tx: Tx,
  mailboxId: number,
  bookId: string,
  members: { with_mailbox_id: number; permission: 'READ' | 'WRITE' }[],
  now: number,
): Promise<void> {
  await sql`
    delete from contact_book_members where mailbox_id = ${mailboxId} and book_id = ${bookId}::uuid`.execute(
    tx,
  );
  await sql`
    insert into contact_book_members (mailbox_id, book_id, with_mailbox_id, permission, created_at)
    select ${mailboxId}, ${bookId}::uuid, with_mailbox_id, permission, ${now}
    from json_to_recordset(${JSON.stringify(members)}) as m(with_mailbox_id bigint, permission text)`.execute(
    tx,
  );
}

export async function deleteBookMember(
  tx: Tx,
  mailboxId: number,
  bookId: string,
  person: number,
): Promise<void> {
  await sql`
    delete from contact_book_members
    where mailbox_id = ${mailboxId} and book_id = ${bookId}::uuid and with_mailbox_id = ${person}`.execute(
    tx,
  );
}

/** Those of the people with whom so many books are shared already. */
export async function readPeopleWithBooks(
  db: ReadDb,
  people: number[],
  least: number,
): Promise<ReadonlySet<number>> {
  const rows = await readRows(
    db,
    sql<{ person: number }>`
    select s.with_mailbox_id as person from contact_book_members s
    where s.with_mailbox_id = any(${people}::bigint[])
    group by s.with_mailbox_id having count(*) >= ${least}`,
  );
  return new Set(rows.map(({ person }) => person));
}
