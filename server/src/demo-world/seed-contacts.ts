import { contactFields } from '@bocau/contract/contacts.ts';
import { z } from 'zod';
import { markFavorite } from '../contacts/cards/cards.store.ts';
import { deriveCard } from '../contacts/cards/derive-card.ts';
import { putCards } from '../contacts/cards/put-cards.ts';
import { type ContactsDeps, changeContacts } from '../contacts/change-contacts.ts';
import { withNameParts } from '../contacts/vcard/names.ts';
import { writeCard } from '../contacts/vcard/write-card.ts';
import { newId } from '../platform/ids.ts';
import { readDataFile } from './data-file.ts';

const worldCards = z.array(
  z.strictObject({
    owner: z.email(),
    /** First addresses of cards. */
    favorites: z.array(z.email()),
    cards: z.array(contactFields.partial()),
  }),
);

/** Fills the contacts of somebody in the demo world; nothing where there are some. */
export async function seedContacts(deps: ContactsDeps, mailboxId: number, email: string): Promise<void> {
  const own = readDataFile('cards.json', worldCards).find(({ owner }) => owner === email);
  if (!own) return;
  const at = new Date(deps.clock.now());
  const cards = own.cards.map((fields) => {
    const id = newId(deps.clock);
    const source = writeCard(withNameParts(fields), { uid: id, at });
    return { id, source, derived: deriveCard(source) };
  });
  const favorites = cards.filter(({ derived }) => own.favorites.includes(derived.email)).map(({ id }) => id);
  await changeContacts(deps, mailboxId, async (change) => {
    if (change.seq > 1) return;
    await putCards(
      change,
      cards.map((card) => ({ ...card, bookId: change.defaultBook })),
    );
    if (favorites.length > 0) await markFavorite(change.tx, mailboxId, favorites, true);
  });
}
