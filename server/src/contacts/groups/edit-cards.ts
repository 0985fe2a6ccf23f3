import type { CardPut } from '../cards/card-put.ts';
import { readWholeCards, type WholeCard } from '../cards/cards.store.ts';
import { deriveCard } from '../cards/derive-card.ts';
import type { ContactsChange } from '../change-contacts.ts';
import { CardFault } from '../vcard/card-fault.ts';

/** Sources are read so many at a time: each may have a megabyte. */
const AT_ONCE = 20;
const MILLISECONDS = 1000;

/** Cards that an edit changes; one that would become too large stays as it is. */
export async function editCards(
  { tx, mailboxId, now }: ContactsChange,
  ids: string[],
  edit: (card: WholeCard, options: { at: Date }) => Buffer,
): Promise<CardPut[]> {
  const puts: CardPut[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    for (const card of await readWholeCards(tx, mailboxId, ids.slice(from, from + AT_ONCE))) {
      const source = tryEdit(() => edit(card, { at: new Date(now * MILLISECONDS) }));
      if (source === null || source.equals(card.source)) continue;
      puts.push({ id: card.id, bookId: card.book_id, source, derived: deriveCard(source) });
    }
  }
  return puts;
}

function tryEdit(edit: () => Buffer): Buffer | null {
  try {
    return edit();
  } catch (error) {
    if (error instanceof CardFault) return null;
    throw error;
  }
}
