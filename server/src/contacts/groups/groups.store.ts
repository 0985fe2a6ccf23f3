import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** A card of the kind `group`, as a list of its book. */
export type Group = {
  card_id: string;
  book_id: string;
  list_key: string;
  name: string;
  /** In lower case; cards with them may come later. */
  uids: string[];
};

export async function insertGroups(tx: Tx, mailboxId: number, groups: Group[]): Promise<void> {
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(groups)})
        as g(card_id uuid, book_id uuid, list_key text, name text, uids json)
    ), members as (
      insert into contact_group_members (mailbox_id, card_id, uid)
      select ${mailboxId}, card_id, uid from given, json_array_elements_text(uids) as uid
    )
    insert into contact_groups (mailbox_id, card_id, book_id, list_key, name)
    select ${mailboxId}, card_id, book_id, list_key, name from given`.execute(tx);
}

/** Forgets the groups of these cards; returns what they were. */
export async function takeGroups(tx: Tx, mailboxId: number, cardIds: string[]): Promise<Group[]> {
  const { rows } = await sql<Group>`
    with members as (
      delete from contact_group_members where mailbox_id = ${mailboxId} and card_id = any(${cardIds}::uuid[])
      returning card_id, uid
    ), taken as (
      delete from contact_groups where mailbox_id = ${mailboxId} and card_id = any(${cardIds}::uuid[])
      returning card_id, book_id, list_key, name
    )
    select t.*, array(select uid from members m where m.card_id = t.card_id) as uids from taken t`.execute(
    tx,
  );
  return rows;
}

/** The groups of a book under these names, with those of the uids that are their members. */
export function findGroups(
  db: ReadDb,
  mailboxId: number,
  of: { bookId: string; listKeys: string[]; uids: string[] },
): Promise<Group[]> {
  return readRows(
    db,
    sql<Group>`
    select g.card_id, g.book_id, g.list_key, g.name, array(
      select m.uid from contact_group_members m
      where m.mailbox_id = g.mailbox_id and m.card_id = g.card_id and m.uid = any(${of.uids}::text[])
    ) as uids
    from contact_groups g
    where g.mailbox_id = ${mailboxId} and g.book_id = ${of.bookId}::uuid
      and g.list_key = any(${of.listKeys}::text[])
    order by g.card_id`,
  );
}

/** The cards of a book, in the trash none, that have these uids in any case. */
export async function findMembers(
  db: ReadDb,
  mailboxId: number,
  bookId: string,
  uids: string[],
): Promise<{ id: string; uid: string }[]> {
  const written = [...uids, ...uids.map((uid) => uid.toUpperCase())];
  return readRows(
    db,
    sql<{ id: string; uid: string }>`
    select id, lower(uid) as uid from contact_cards
    where mailbox_id = ${mailboxId} and book_id = ${bookId}::uuid and uid = any(${written}::text[])
      and trashed_at is null and kind <> 'group'`,
  );
}

/** Those of the cards that carry the name of a list themselves. */
export async function readCarriers(
  db: ReadDb,
  mailboxId: number,
  listKey: string,
  cardIds: string[],
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ card_id: string }>`
    select card_id from contact_list_members
    where mailbox_id = ${mailboxId} and list_key = ${listKey} and card_id = any(${cardIds}::uuid[])
      and not by_group
    order by card_id`,
  );
  return rows.map(({ card_id }) => card_id);
}

/** Takes cards from lists in which they are by groups alone. Returns a row for each that left one. */
export async function leaveByGroup(
  tx: Tx,
  mailboxId: number,
  cardIds: string[],
  listKeys: string[],
): Promise<{ list_key: string }[]> {
  const { rows } = await sql<{ list_key: string }>`
    delete from contact_list_members
    where mailbox_id = ${mailboxId} and card_id = any(${cardIds}::uuid[]) and by_group
      and list_key = any(${listKeys}::text[])
    returning list_key`.execute(tx);
  return rows;
}

/** Puts cards into the lists of the groups that name them, where they are not in them. Returns a row for each. */
export async function joinByGroup(
  tx: Tx,
  mailboxId: number,
  cardIds: string[],
): Promise<{ list_key: string; name: string }[]> {
  const { rows } = await sql<{ list_key: string; name: string }>`
    with named as (
      select distinct on (c.id, g.list_key) c.id, c.given_key, c.family_key, g.list_key, g.name
      from contact_cards c
      join contact_group_members m on m.mailbox_id = c.mailbox_id and m.uid = lower(c.uid)
      join contact_groups g on g.mailbox_id = m.mailbox_id and g.card_id = m.card_id and g.book_id = c.book_id
      where c.mailbox_id = ${mailboxId} and c.id = any(${cardIds}::uuid[]) and c.trashed_at is null
        and c.kind <> 'group'
      order by c.id, g.list_key, g.card_id
    ), joined as (
      insert into contact_list_members (mailbox_id, list_key, card_id, given_key, family_key, by_group)
      select ${mailboxId}, list_key, id, given_key, family_key, true from named
      on conflict do nothing
      returning card_id, list_key
    )
    select n.list_key, n.name from joined j join named n on n.id = j.card_id and n.list_key = j.list_key`.execute(
    tx,
  );
  return rows;
}
