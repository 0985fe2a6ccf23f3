import type { ContactOrder } from '@bocau/contract/contacts.ts';
import { type RawBuilder, sql } from 'kysely';

/** Which cards of one mailbox, and by which name. */
export type CardPlace = {
  mailboxId: number;
  bookId: string | null;
  listKey: string | null;
  favorites: boolean;
  order: ContactOrder;
};

/** The key of the last card of a page, and its id. */
export type CardCursor = { key: string; id: string };

const KEYS: Record<ContactOrder, string> = { given: 'given_key', family: 'family_key' };

/** Cards of a place as `c`, with the column that they are ordered by: each is one index range. */
export function cardsOf({ mailboxId, bookId, listKey, favorites, order }: CardPlace): {
  from: RawBuilder<unknown>;
  key: RawBuilder<string>;
} {
  const listed = sql`c.trashed_at is null and c.kind <> 'group'`;
  const others = sql`${bookId === null ? sql`` : sql`and c.book_id = ${bookId}::uuid`}
    ${favorites ? sql`and c.favorite` : sql``}`;
  if (listKey === null)
    return {
      from: sql`contact_cards c where c.mailbox_id = ${mailboxId} and ${listed} ${others}`,
      key: sql.ref<string>(`c.${KEYS[order]}`),
    };
  return {
    from: sql`contact_list_members l
      join contact_cards c on c.mailbox_id = l.mailbox_id and c.id = l.card_id and ${listed} ${others}
      where l.mailbox_id = ${mailboxId} and l.list_key = ${listKey}`,
    key: sql.ref<string>(`l.${KEYS[order]}`),
  };
}

/** The id in the order of a place's index. */
export function idOf({ listKey }: CardPlace): RawBuilder<string> {
  return sql.ref<string>(listKey === null ? 'c.id' : 'l.card_id');
}
