import { sql } from 'kysely';
import { countBytes } from '../kernel/resources.store.ts';
import { idFromText } from '../platform/ids.ts';
import type { Tx } from '../tables.ts';
import { CARD_TABLES } from './card-resources.ts';

export type ContactNumbers = { seq: number; cards: number; bytes: number; default_book: string };

/** The name of the book that everybody has; a person may give it another one. */
export const FIRST_BOOK_NAME = 'Danh bạ';

/** Known before the book has a row: everybody has this book, and most never put a card into it. */
export function firstBookOf(mailboxId: number): string {
  return idFromText(`book of contacts of mailbox ${mailboxId}`);
}

type Locked = { seq: number; cards: number; bytes: number | null; default_book: string | null };

/** Locks the contacts, creating their state and the first book on the first change. */
export async function lockContacts(tx: Tx, mailboxId: number, now: number): Promise<ContactNumbers> {
  const locked = await sql<Locked>`
    insert into contact_state as s (mailbox_id, bytes) values (${mailboxId}, 0)
    on conflict (mailbox_id) do update set seq = s.seq
    returning s.seq, s.cards, s.bytes,
      (select b.id from contact_books b where b.mailbox_id = ${mailboxId} and b.is_default) as default_book`.execute(
    tx,
  );
  const { seq, cards, default_book, ...counted } = locked.rows[0] as Locked;
  const bytes = counted.bytes ?? (await countBytes(tx, CARD_TABLES, mailboxId));
  if (default_book !== null) return { seq, cards, bytes, default_book };
  const id = firstBookOf(mailboxId);
  await sql`
    insert into contact_books (mailbox_id, id, name, name_key, is_default, seq, created_at)
    values (${mailboxId}, ${id}::uuid, ${FIRST_BOOK_NAME}, 'danh ba', true, ${seq}, ${now})
    on conflict do nothing`.execute(tx);
  return { seq, cards, bytes, default_book: id };
}

/** Bytes of texts that mailboxes have no longer, in the order of their ids, so that nobody waits in a circle. */
export async function forgetBytes(
  tx: Tx,
  gone: readonly { mailbox_id: number; bytes: number }[],
): Promise<void> {
  for (const { mailbox_id: mailboxId, bytes } of gone.toSorted((a, b) => a.mailbox_id - b.mailbox_id))
    await sql`update contact_state set bytes = bytes - ${bytes} where mailbox_id = ${mailboxId}`.execute(tx);
}
