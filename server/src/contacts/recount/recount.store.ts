import { sql } from 'kysely';
import { countBytes, sumOfTexts } from '../../kernel/resources.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { CARD_TABLES } from '../card-resources.ts';
import type { CardList, ContactPoint } from '../cards/derive-card.ts';
import type { KeptCard } from '../rebuild/rebuild.store.ts';

/** An inconsistency of contacts: what it is, of which card, book or list, and by how much. */
export type ContactFault = { fault: string; entity: string; detail: string };

/** What parts of cards there are without a card to which they belong. */
const PARTS = ['contact_points', 'contact_list_members', 'contact_groups', 'contact_group_members'] as const;

const joinsByGroup = (mailboxId: number) => sql`
  select distinct c.id, g.list_key from contact_cards c
  join contact_group_members m on m.mailbox_id = c.mailbox_id and m.uid = lower(c.uid)
  join contact_groups g on g.mailbox_id = m.mailbox_id and g.card_id = m.card_id and g.book_id = c.book_id
  where c.mailbox_id = ${mailboxId} and c.trashed_at is null and c.kind <> 'group'`;

const isOrphan = (mailboxId: number) => sql`not exists (
  select from contact_cards c where c.mailbox_id = ${mailboxId} and c.id = p.card_id and c.trashed_at is null)`;

/** Counts the rows of one person's contacts; up to a limit per kind of fault. For checks, not for interactive use. */
export async function readContactFaults(
  db: ReadDb,
  mailboxId: number,
  limit: number,
): Promise<ContactFault[]> {
  const own = sql`= ${mailboxId}`;
  const counted = sql`
    select b.id, count(c.id)::int as total from contact_books b
    left join contact_cards c on c.mailbox_id ${own} and c.book_id = b.id and c.trashed_at is null and c.kind <> 'group'
    where b.mailbox_id ${own} group by b.id`;
  const listed = sql`
    select list_key, count(*)::int as total from contact_list_members where mailbox_id ${own} group by list_key`;
  const orphans = PARTS.map(
    (table) => sql`union all
    (select ${`rows of ${table} without a card`}::text, p.card_id::text, count(*)::text from ${sql.table(table)} p
      where p.mailbox_id ${own} and ${isOrphan(mailboxId)} group by p.card_id limit ${limit})`,
  );
  return readRows(
    db,
    sql<ContactFault>`
    select * from (
    (select 'cards' as fault, '' as entity, s.cards || ' instead of ' || n.cards as detail from contact_state s,
      (select count(*)::int as cards from contact_cards where mailbox_id ${own}) n
      where s.mailbox_id ${own} and s.cards <> n.cards)
    union all
    (select 'bytes of cards', '', s.bytes || ' instead of ' || n.bytes from contact_state s,
      (${sumOfTexts(CARD_TABLES, mailboxId)}) n where s.mailbox_id ${own} and s.bytes <> n.bytes)
    union all
    (select 'total of book', b.id::text, b.total || ' instead of ' || n.total
      from contact_books b join (${counted}) n on n.id = b.id
      where b.mailbox_id ${own} and b.total <> n.total limit ${limit})
    union all
    (select 'total of list', coalesce(l.list_key, n.list_key), coalesce(l.total, 0) || ' instead of ' || coalesce(n.total, 0)
      from (select * from contact_lists where mailbox_id ${own}) l full join (${listed}) n on n.list_key = l.list_key
      where l.total is distinct from n.total limit ${limit})
    union all
    (select 'card without a source', c.id::text, c.full_name from contact_cards c
      where c.mailbox_id ${own}
        and not exists (select from contact_sources s where s.mailbox_id ${own} and s.card_id = c.id) limit ${limit})
    union all
    (select 'cards in no book', c.book_id::text, count(*)::text from contact_cards c
      where c.mailbox_id ${own}
        and not exists (select from contact_books b where b.mailbox_id ${own} and b.id = c.book_id)
      group by c.book_id limit ${limit})
    union all
    (select 'card not in the list of its group', j.id::text, j.list_key from (${joinsByGroup(mailboxId)}) j
      where not exists (
        select from contact_list_members m where m.mailbox_id ${own} and m.card_id = j.id and m.list_key = j.list_key)
      limit ${limit})
    union all
    (select 'card in the list of no group', m.card_id::text, m.list_key from contact_list_members m
      where m.mailbox_id ${own} and m.by_group
        and not exists (select from (${joinsByGroup(mailboxId)}) j where j.id = m.card_id and j.list_key = m.list_key)
      limit ${limit})
    ${sql.join(orphans, sql` `)}) found`,
  );
}

export type ComparedCard = KeptCard & {
  etag: string;
  birthday: string | null;
  words: string;
  points: ContactPoint[];
  lists: string[];
  group: (CardList & { uids: string[] }) | null;
};

/** The next cards by their ids with everything that was derived from them. */
export async function readComparedCards(
  db: ReadDb,
  mailboxId: number,
  after: string,
  limit: number,
): Promise<ComparedCard[]> {
  const own = sql`= ${mailboxId}`;
  return readRows(
    db,
    sql<ComparedCard>`
    select c.id, c.book_id, c.derived_version, c.trashed_at, c.kind, c.full_name, c.given_key, c.family_key,
      c.organisation, c.title, c.email, c.phone, c.photo_key, c.etag, c.birthday, c.words, s.source,
      coalesce((
        select json_agg(json_build_object('kind', p.kind, 'position', p.position, 'value', p.value)
          order by p.kind, p.position)
        from contact_points p where p.mailbox_id ${own} and p.card_id = c.id), '[]') as points,
      array(
        select m.list_key from contact_list_members m
        where m.mailbox_id ${own} and m.card_id = c.id and not m.by_group and m.given_key = c.given_key
          and m.family_key = c.family_key
        order by m.list_key collate "C") as lists,
      (select json_build_object('list_key', g.list_key, 'name', g.name, 'uids', array(
          select u.uid from contact_group_members u where u.mailbox_id ${own} and u.card_id = c.id
          order by u.uid collate "C"))
        from contact_groups g where g.mailbox_id ${own} and g.card_id = c.id and g.book_id = c.book_id) as group
    from contact_cards c join contact_sources s on s.mailbox_id = c.mailbox_id and s.card_id = c.id
    where c.mailbox_id ${own} and c.id > ${after}::uuid order by c.id limit ${limit}`,
  );
}

/** Parts of cards that are gone or in the trash, and places in lists by groups that do not name the card. */
export async function deleteOrphanedParts(tx: Tx, mailboxId: number): Promise<void> {
  for (const table of PARTS)
    await sql`delete from ${sql.table(table)} p where p.mailbox_id = ${mailboxId} and ${isOrphan(mailboxId)}`.execute(
      tx,
    );
  await sql`
    delete from contact_list_members m where m.mailbox_id = ${mailboxId} and m.by_group
      and not exists (
        select from (${joinsByGroup(mailboxId)}) j where j.id = m.card_id and j.list_key = m.list_key)`.execute(
    tx,
  );
}

/** A book for cards whose book is missing. */
export async function insertMissingBooks(tx: Tx, mailboxId: number, seq: number, now: number): Promise<void> {
  await sql`
    insert into contact_books (mailbox_id, id, name, name_key, seq, created_at)
    select distinct ${mailboxId}::bigint, c.book_id, 'Sổ tìm lại ' || left(c.book_id::text, 8),
      'so tim lai ' || left(c.book_id::text, 8), ${seq}::bigint, ${now}::bigint
    from contact_cards c
    where c.mailbox_id = ${mailboxId} and not exists (
      select from contact_books b where b.mailbox_id = ${mailboxId} and b.id = c.book_id)`.execute(tx);
}

/** Writes the numbers of cards and bytes, of each book and of each list as the rows say. */
export async function writeContactNumbers(tx: Tx, mailboxId: number): Promise<void> {
  await countBytes(tx, CARD_TABLES, mailboxId);
  await sql`
    update contact_state set cards = (select count(*) from contact_cards where mailbox_id = ${mailboxId})
    where mailbox_id = ${mailboxId}`.execute(tx);
  await sql`
    update contact_books b set total = (
      select count(*) from contact_cards c
      where c.mailbox_id = ${mailboxId} and c.book_id = b.id and c.trashed_at is null and c.kind <> 'group')
    where b.mailbox_id = ${mailboxId}`.execute(tx);
  await sql`
    with counted as (
      select m.list_key, count(*)::int as total from contact_list_members m
      where m.mailbox_id = ${mailboxId} group by m.list_key
    ), gone as (
      delete from contact_lists l where l.mailbox_id = ${mailboxId}
        and not exists (select from counted n where n.list_key = l.list_key)
    )
    insert into contact_lists as l (mailbox_id, list_key, name, total)
    select ${mailboxId}, list_key, list_key, total from counted
    on conflict (mailbox_id, list_key) do update set total = excluded.total`.execute(tx);
}
