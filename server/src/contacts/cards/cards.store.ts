import { type Selectable, sql } from 'kysely';
import type { ContactCardsTable } from '../../contact-tables.ts';
import { bytesOfTexts, personIn } from '../../kernel/resources.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { CARD_TABLES } from '../card-resources.ts';
import type { CardList, ContactPoint } from './derive-card.ts';

/** A card as lists show it. */
export type CardRow = Pick<
  Selectable<ContactCardsTable>,
  | 'id'
  | 'book_id'
  | 'full_name'
  | 'given_key'
  | 'family_key'
  | 'organisation'
  | 'title'
  | 'email'
  | 'phone'
  | 'favorite'
  | 'trashed_at'
> & {
  /** The hash of the photo, where pictures of it have been made. */
  picture: string | null;
};

export const ROW_COLUMNS = sql`c.id, c.book_id, c.full_name, c.given_key, c.family_key, c.organisation, c.title,
  c.email, c.phone, c.favorite, c.trashed_at,
  case when c.photo_key is not null then (
    select p.photo_key from contact_photos p
    where p.mailbox_id = c.mailbox_id and p.card_id = c.id and p.photo_key = c.photo_key and p.small is not null
  ) end as picture`;

/** A card with its source. */
export type WholeCard = CardRow &
  Pick<
    Selectable<ContactCardsTable>,
    'mailbox_id' | 'uid' | 'name' | 'etag' | 'seq' | 'kind' | 'created_at' | 'changed_at'
  > & {
    source: Buffer;
    /** Names of the lists that it is in by groups alone. */
    group_lists: string[];
    /** Who put it into the trash, where that was not its owner. */
    trashed_by: { name: string; email: string } | null;
  };

const WHOLE_COLUMNS = sql`c.mailbox_id, ${ROW_COLUMNS}, c.uid, c.name, c.etag, c.seq, c.kind, c.created_at,
  c.changed_at, s.source, array(
    select l.name from contact_list_members m
    join contact_lists l on l.mailbox_id = m.mailbox_id and l.list_key = m.list_key
    where m.mailbox_id = c.mailbox_id and m.card_id = c.id and m.by_group order by m.list_key
  ) as group_lists, case when c.trashed_at is not null then ${personIn('c.trashed_by')} end as trashed_by`;

/** Those of the ids that there are, in the trash too, in no order. */
export function readWholeCards(db: ReadDb, mailboxId: number, ids: string[]): Promise<WholeCard[]> {
  return readRows(
    db,
    sql<WholeCard>`
    select ${WHOLE_COLUMNS} from contact_cards c
    join contact_sources s on s.mailbox_id = c.mailbox_id and s.card_id = c.id
    where c.mailbox_id = ${mailboxId} and c.id = any(${ids}::uuid[])`,
  );
}

export type CardSource = { id: string; book_id: string; source: Buffer };

/** The cards of all books in the order of their ids, lists (`KIND:group`) too, without those in the trash. */
export function readSourcesAfter(
  db: ReadDb,
  mailboxId: number,
  after: string,
  limit: number,
): Promise<CardSource[]> {
  return readRows(
    db,
    sql<CardSource>`
    select c.id, c.book_id, s.source from contact_cards c
    join contact_sources s on s.mailbox_id = c.mailbox_id and s.card_id = c.id
    where c.mailbox_id = ${mailboxId} and c.id > ${after}::uuid and c.trashed_at is null
    order by c.id limit ${limit}`,
  );
}

/** Where a card is and whether it is in the trash. */
export type PlacedCard = Pick<
  Selectable<ContactCardsTable>,
  'id' | 'book_id' | 'uid' | 'name' | 'kind' | 'trashed_at'
>;

/** Those of the ids that there are, in the trash too, in no order, with the bytes of their texts. */
export function readPlacedCards(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<(PlacedCard & { bytes: number })[]> {
  return readRows(
    db,
    sql<PlacedCard & { bytes: number }>`
    select c.id, c.book_id, c.uid, c.name, c.kind, c.trashed_at, ${bytesOfTexts(CARD_TABLES)} as bytes
    from contact_cards c left join contact_sources s on s.mailbox_id = c.mailbox_id and s.card_id = c.id
    where c.mailbox_id = ${mailboxId} and c.id = any(${ids}::uuid[])`,
  );
}

/** Cards of a book with one of these uids, without those in the trash. */
export function readCardsByUid(
  db: ReadDb,
  mailboxId: number,
  bookId: string,
  uids: string[],
): Promise<PlacedCard[]> {
  return readRows(
    db,
    sql<PlacedCard>`
    select c.id, c.book_id, c.uid, c.name, c.kind, c.trashed_at from contact_cards c
    where c.mailbox_id = ${mailboxId} and c.book_id = ${bookId}::uuid and c.uid = any(${uids}::text[])
      and c.trashed_at is null`,
  );
}

export type CardToWrite = Omit<
  Selectable<ContactCardsTable>,
  'mailbox_id' | 'favorite' | 'trashed_at' | 'trashed_by'
> & {
  source: string;
};

/** Writes cards and their sources; a card that is there keeps its favourite and its time of creation. */
export async function writeCards(tx: Tx, mailboxId: number, cards: CardToWrite[]): Promise<void> {
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(cards)}) as g(
        id uuid, book_id uuid, uid text, name text, etag text, seq bigint, derived_version smallint, kind text,
        full_name text, given_key text, family_key text, organisation text, title text, email text, phone text,
        birthday text, words text, photo_key text, created_at bigint, changed_at bigint, source text)
    ), sources as (
      insert into contact_sources (mailbox_id, card_id, source)
      select ${mailboxId}, id, decode(source, 'base64') from given
      on conflict (mailbox_id, card_id) do update set source = excluded.source
    )
    insert into contact_cards (mailbox_id, id, book_id, uid, name, etag, seq, derived_version, kind, full_name,
      given_key, family_key, organisation, title, email, phone, birthday, words, photo_key, created_at, changed_at)
    select ${mailboxId}, id, book_id, uid, name, etag, seq, derived_version, kind, full_name,
      given_key, family_key, organisation, title, email, phone, birthday, words, photo_key, created_at, changed_at
    from given
    on conflict (mailbox_id, id) do update set book_id = excluded.book_id, uid = excluded.uid, name = excluded.name,
      etag = excluded.etag, seq = excluded.seq, derived_version = excluded.derived_version, kind = excluded.kind,
      full_name = excluded.full_name, given_key = excluded.given_key, family_key = excluded.family_key,
      organisation = excluded.organisation, title = excluded.title, email = excluded.email, phone = excluded.phone,
      birthday = excluded.birthday, words = excluded.words, photo_key = excluded.photo_key,
      changed_at = excluded.changed_at, trashed_at = null`.execute(tx);
}

/** Addresses, numbers and lists of cards; those of cards in the trash have none. */
export type CardParts = { id: string; given_key: string; family_key: string } & {
  points: ContactPoint[];
  lists: CardList[];
};

/** A list that a card was in: because it carries its name, or by a group alone. */
export type LeftList = { card_id: string; list_key: string; by_group: boolean };

/** Deletes what the cards had. Returns the lists that lost cards, a row for each of these. */
export async function deleteCardParts(tx: Tx, mailboxId: number, ids: string[]): Promise<LeftList[]> {
  const { rows } = await sql<LeftList>`
    with points as (
      delete from contact_points where mailbox_id = ${mailboxId} and card_id = any(${ids}::uuid[])
    )
    delete from contact_list_members where mailbox_id = ${mailboxId} and card_id = any(${ids}::uuid[])
    returning card_id, list_key, by_group`.execute(tx);
  return rows;
}

export async function insertCardParts(tx: Tx, mailboxId: number, cards: CardParts[]): Promise<void> {
  const points = cards.flatMap(({ id, points: some }) => some.map((point) => ({ ...point, card_id: id })));
  const members = cards.flatMap(({ id, given_key, family_key, lists }) =>
    lists.map(({ list_key }) => ({ list_key, card_id: id, given_key, family_key })),
  );
  if (points.length + members.length === 0) return;
  await sql`
    with points as (
      insert into contact_points (mailbox_id, card_id, kind, position, value)
      select ${mailboxId}, card_id, kind, position, value
      from json_to_recordset(${JSON.stringify(points)})
        as p(card_id uuid, kind text, position smallint, value text)
    )
    insert into contact_list_members (mailbox_id, list_key, card_id, given_key, family_key)
    select ${mailboxId}, list_key, card_id, given_key, family_key
    from json_to_recordset(${JSON.stringify(members)})
      as m(list_key text, card_id uuid, given_key text, family_key text)`.execute(tx);
}

export async function markFavorite(
  tx: Tx,
  mailboxId: number,
  ids: string[],
  favorite: boolean,
): Promise<void> {
  await tx
    .updateTable('contact_cards')
    .set({ favorite })
    .where('mailbox_id', '=', mailboxId)
    .where('id', 'in', ids)
    .execute();
}
