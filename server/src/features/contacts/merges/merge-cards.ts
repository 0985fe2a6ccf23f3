import type { ContactCard, ContactFields } from '@bocau/contract/contacts.ts';
import { reachCards } from '../../../contacts/access/reach.ts';
import { readWholeCards, type WholeCard } from '../../../contacts/cards/cards.store.ts';
import { deriveCard } from '../../../contacts/cards/derive-card.ts';
import { putCards, trashCards } from '../../../contacts/cards/put-cards.ts';
import { type ContactsDeps, changeContacts } from '../../../contacts/change-contacts.ts';
import { contactNotFound } from '../../../contacts/refusals.ts';
import { readCard } from '../../../contacts/vcard/read-card.ts';
import { Failure } from '../../../platform/failure.ts';
import { findCard } from '../show-contacts.ts';
import { checkCard, editSource } from '../write-card.ts';
import { mergeFields } from './merge-fields.ts';
import { deleteMerge, insertMerge, readMerge } from './merges.store.ts';

type Merge = {
  uid: string;
  keep_id: string;
  ids: string[];
  fields?: Partial<ContactFields> | undefined;
};

/** One change: either all of it is there, or nothing. Asked for twice under one uid it is done once. */
export async function mergeCards(
  deps: ContactsDeps,
  person: number,
  { uid, keep_id, ids, fields }: Merge,
): Promise<ContactCard> {
  const merged = [...new Set(ids)].filter((id) => id !== keep_id);
  await reachCards(deps.db, person, [keep_id, ...merged], 'OWNER');
  await changeContacts(deps, person, async (change) => {
    if (await readMerge(change.tx, person, uid)) return;
    const found = await readWholeCards(change.tx, person, [keep_id, ...merged]);
    const [kept, ...others] = [keep_id, ...merged].map((id) => liveCard(found, id));
    if (!kept) throw contactNotFound();
    const texts = [readCard(kept.source).fields, ...others.map(fieldsOf)];
    const wanted = { ...mergeFields(texts as [ContactFields, ...ContactFields[]]), ...fields };
    const source = editSource(kept.source, wanted, change.now);
    await putCards(change, [{ id: keep_id, bookId: kept.book_id, source, derived: checkCard(source) }]);
    await trashCards(change, merged);
    await insertMerge(change, { id: uid, card_id: keep_id, source: kept.source, seq: change.seq, merged });
  });
  return findCard(deps.db, person, keep_id);
}

/** The lists of groups that a card is in are lists like others. */
function fieldsOf({ source, group_lists }: WholeCard): ContactFields {
  const { fields } = readCard(source);
  return { ...fields, lists: [...fields.lists, ...group_lists] };
}

function liveCard(found: WholeCard[], id: string): WholeCard {
  const card = found.find((one) => one.id === id);
  if (!card || card.trashed_at !== null) throw contactNotFound();
  return card;
}

export async function undoMerge(deps: ContactsDeps, person: number, uid: string): Promise<void> {
  await changeContacts(deps, person, async (change) => {
    const merge = await readMerge(change.tx, person, uid);
    if (!merge) throw contactNotFound();
    const cards = await readWholeCards(change.tx, person, [merge.card_id, ...merge.merged]);
    const kept = liveCard(cards, merge.card_id);
    if (kept.seq !== merge.seq) {
      throw new Failure('contact_changed', 'The card was changed since it was merged');
    }
    const trashed = cards.filter(({ id, trashed_at }) => id !== kept.id && trashed_at !== null);
    await putCards(
      change,
      [{ ...kept, source: merge.source }, ...trashed].map(({ id, book_id, source }) => ({
        ...{ id, bookId: book_id, source, derived: deriveCard(source) },
      })),
    );
    await deleteMerge(change, uid, merge);
  });
}
