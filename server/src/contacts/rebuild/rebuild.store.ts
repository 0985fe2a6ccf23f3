import { type Selectable, sql } from 'kysely';
import type { ContactCardsTable } from '../../contact-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { DerivedCard } from '../cards/derive-card.ts';

/** Some of the cards that an older release has derived, of all mailboxes. */
export function readOutdated(
  db: ReadDb,
  version: number,
  limit: number,
): Promise<{ mailbox_id: number; id: string }[]> {
  return readRows(
    db,
    sql<{ mailbox_id: number; id: string }>`
    select mailbox_id, id from contact_cards where derived_version < ${version}
    order by derived_version limit ${limit}`,
  );
}

/** What a list shows of a card, and by what it is ordered. */
export type ShownColumns = Pick<
  Selectable<ContactCardsTable>,
  | 'kind'
  | 'full_name'
  | 'given_key'
  | 'family_key'
  | 'organisation'
  | 'title'
  | 'email'
  | 'phone'
  | 'photo_key'
>;
export type KeptCard = ShownColumns &
  Pick<Selectable<ContactCardsTable>, 'id' | 'book_id' | 'derived_version' | 'trashed_at'> & {
    source: Buffer;
  };

export function readKeptCards(db: ReadDb, mailboxId: number, ids: string[]): Promise<KeptCard[]> {
  return readRows(
    db,
    sql<KeptCard>`
    select c.id, c.book_id, c.derived_version, c.trashed_at, c.kind, c.full_name, c.given_key, c.family_key,
      c.organisation, c.title, c.email, c.phone, c.photo_key, s.source
    from contact_cards c
    join contact_sources s on s.mailbox_id = c.mailbox_id and s.card_id = c.id
    where c.mailbox_id = ${mailboxId} and c.id = any(${ids}::uuid[])`,
  );
}

/** The uid stays: programs know the card by it. */
export async function writeDerived(
  tx: Tx,
  mailboxId: number,
  cards: (DerivedCard & { id: string })[],
): Promise<void> {
  await sql`
    update contact_cards c set etag = g.etag, derived_version = g.derived_version, kind = g.kind,
      full_name = g.full_name, given_key = g.given_key, family_key = g.family_key, organisation = g.organisation,
      title = g.title, email = g.email, phone = g.phone, birthday = g.birthday, words = g.words,
      photo_key = g.photo_key
    from json_to_recordset(${JSON.stringify(cards)}) as g(
      id uuid, etag text, derived_version smallint, kind text, full_name text, given_key text, family_key text,
      organisation text, title text, email text, phone text, birthday text, words text, photo_key text)
    where c.mailbox_id = ${mailboxId} and c.id = g.id`.execute(tx);
}

/** Of cards that this release can't read: they stay as they are. */
export async function markDerived(tx: Tx, mailboxId: number, ids: string[], version: number): Promise<void> {
  await tx
    .updateTable('contact_cards')
    .set({ derived_version: version })
    .where('mailbox_id', '=', mailboxId)
    .where('id', 'in', ids)
    .execute();
}
