import { sql } from 'kysely';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../tables.ts';

// With whom the owner of a mailbox shares a part of it: a book of contacts, a calendar.

/** The table of the members, and its column with what is shared. */
export type MemberTable =
  | { table: 'contact_book_members'; thing: 'book_id' }
  | { table: 'calendar_members'; thing: 'calendar_id' };

/** What is shared, by its owner's mailbox and its id. */
export type SharedThing = MemberTable & { mailboxId: number; id: string };

export type MemberRow<P extends string> = {
  with_mailbox_id: number;
  email: string;
  name: string;
  permission: P;
};

export function readMembers<P extends string>(
  db: ReadDb,
  { table, thing, mailboxId, id }: SharedThing,
): Promise<MemberRow<P>[]> {
  return readRows(
    db,
    sql<MemberRow<P>>`
    select s.with_mailbox_id, m.email, m.name, s.permission
    from ${sql.table(table)} s join mailboxes m on m.id = s.with_mailbox_id and m.deleted_at is null
    where s.mailbox_id = ${mailboxId} and s.${sql.ref(thing)} = ${id}::uuid
    order by m.email`,
  );
}

export type Colleague = { mailbox_id: number; address: string };

/**
 * People of the owner's domain, other than the owner, by any address of theirs. Those who are hidden only where it is
 * shared with them already: otherwise the answer would name who belongs to an address.
 */
export function findColleagues(
  db: ReadDb,
  { table, thing, mailboxId, id }: SharedThing,
  addresses: string[],
): Promise<Colleague[]> {
  return readRows(
    db,
    sql<Colleague>`
    select distinct on (m.id) m.id as mailbox_id, a.address
    from unnest(${addresses}::text[]) as w(address)
    join addresses a on a.address = w.address
    join mailboxes m on m.id = a.mailbox_id and m.deleted_at is null and m.id <> ${mailboxId}
    join mailboxes own on own.id = ${mailboxId} and own.domain_id = m.domain_id
    left join ${sql.table(table)} s
      on s.mailbox_id = ${mailboxId} and s.${sql.ref(thing)} = ${id}::uuid and s.with_mailbox_id = m.id
    where not m.hidden or s.with_mailbox_id is not null
    order by m.id, a.address`,
  );
}

/** Replaces those with whom it is shared; who stays keeps what is theirs. */
export async function writeMembers(
  tx: Tx,
  { table, thing, mailboxId, id }: SharedThing,
  members: { with_mailbox_id: number; permission: string }[],
  now: number,
): Promise<void> {
  const people = members.map(({ with_mailbox_id }) => with_mailbox_id);
  await sql`
    delete from ${sql.table(table)} where mailbox_id = ${mailboxId} and ${sql.ref(thing)} = ${id}::uuid
      and with_mailbox_id <> all(${people}::bigint[])`.execute(tx);
  await sql`
    insert into ${sql.table(table)} (mailbox_id, ${sql.ref(thing)}, with_mailbox_id, permission, created_at)
    select ${mailboxId}, ${id}::uuid, with_mailbox_id, permission, ${now}
    from json_to_recordset(${JSON.stringify(members)}) as m(with_mailbox_id bigint, permission text)
    on conflict (mailbox_id, ${sql.ref(thing)}, with_mailbox_id) do update set permission = excluded.permission,
      created_at = case when ${sql.ref(`${table}.permission`)} = excluded.permission
        then ${sql.ref(`${table}.created_at`)} else excluded.created_at end`.execute(tx);
}

export async function deleteMember(
  tx: Tx,
  { table, thing, mailboxId, id }: SharedThing,
  person: number,
): Promise<void> {
  await sql`
    delete from ${sql.table(table)}
    where mailbox_id = ${mailboxId} and ${sql.ref(thing)} = ${id}::uuid and with_mailbox_id = ${person}`.execute(
    tx,
  );
}

/** Those of the people with whom so many are shared already, or so many by this owner. */
export async function readPeopleWithMany(
  db: ReadDb,
  { table, mailboxId }: SharedThing,
  people: number[],
  least: { of: 'all' | 'owner'; count: number },
): Promise<ReadonlySet<number>> {
  const rows = await readRows(
    db,
    sql<{ person: number }>`
    select s.with_mailbox_id as person from ${sql.table(table)} s
    where s.with_mailbox_id = any(${people}::bigint[])
      ${least.of === 'owner' ? sql`and s.mailbox_id = ${mailboxId}` : sql``}
    group by s.with_mailbox_id having count(*) >= ${least.count}`,
  );
  return new Set(rows.map(({ person }) => person));
}

/**
 * Whether somebody else of the domain has a book or a calendar of this id. A program chooses its address and with it its
 * id, and where the other one is shared both would be taken for each other.
 */
export async function isOfColleague(
  db: ReadDb,
  table: 'contact_books' | 'calendars',
  person: number,
  id: string,
): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select t.id from mailboxes own
    join mailboxes m on m.domain_id = own.domain_id and m.id <> own.id
    join ${sql.table(table)} t on t.mailbox_id = m.id and t.id = ${id}::uuid
    where own.id = ${person} limit 1`,
  );
  return rows.length > 0;
}
