import type { ContactCard, ContactFields } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { reachBook, reachCard } from '../../contacts/access/reach.ts';
import { readWholeCards, type WholeCard } from '../../contacts/cards/cards.store.ts';
import { chosenCardId } from '../../contacts/cards/chosen-ids.ts';
import { type DerivedCard, deriveCard, listKey } from '../../contacts/cards/derive-card.ts';
import { putCards } from '../../contacts/cards/put-cards.ts';
import { type ContactsChange, type ContactsDeps, changeContacts } from '../../contacts/change-contacts.ts';
import { editGroups } from '../../contacts/groups/edit-groups.ts';
import { contactNotFound } from '../../contacts/refusals.ts';
import { CardFault } from '../../contacts/vcard/card-fault.ts';
import { editCard } from '../../contacts/vcard/edit-card.ts';
import { withNameParts } from '../../contacts/vcard/names.ts';
import { readCard } from '../../contacts/vcard/read-card.ts';
import { writeCard } from '../../contacts/vcard/write-card.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { findCard, showCard } from './show-contacts.ts';

type NewCard = {
  uid?: string | undefined;
  book_id?: string | undefined;
  fields: Partial<ContactFields>;
};

/** A second call with the same uid answers with the card of the first. */
export async function createContact(
  deps: ContactsDeps,
  person: number,
  { uid, book_id, fields }: NewCard,
): Promise<ContactCard> {
  const book = book_id === undefined ? null : await reachBook(deps.db, person, book_id, 'WRITE');
  const mailboxId = book?.mailbox_id ?? person;
  const id = uid === undefined ? newId(deps.clock) : chosenCardId(mailboxId, uid);
  const source = writeCard(withNameParts(fields), { uid: id, at: new Date(deps.clock.now()) });
  const derived = checkCard(source);
  await changeContacts(deps, mailboxId, async (change) => {
    if ((await readWholeCards(change.tx, mailboxId, [id])).length > 0) return;
    await putCards(change, [{ id, bookId: book?.id ?? change.defaultBook, source, derived }]);
  });
  return findCard(deps.db, person, id);
}

type Edit = { revision?: number | undefined; fields: Partial<ContactFields> };

export async function changeContact(
  deps: ContactsDeps,
  person: number,
  id: string,
  { revision, fields }: Edit,
): Promise<ContactCard> {
  const { mailboxId, permission } = await reachCard(deps.db, person, id, 'WRITE');
  await changeContacts(deps, mailboxId, async (change) => {
    const [card] = await readWholeCards(change.tx, mailboxId, [id]);
    if (!card || card.trashed_at !== null) throw contactNotFound();
    if (revision !== undefined && revision !== card.seq) {
      throw new Failure('contact_changed', 'This card was changed by somebody else meanwhile', {
        details: { card: showCard(card, permission) },
      });
    }
    const { carried, left } = splitLists(card, fields.lists);
    const source = editSource(card.source, { ...fields, ...carried }, change.now);
    if (!source.equals(card.source)) {
      await putCards(change, [{ id, bookId: card.book_id, source, derived: checkCard(source) }]);
    }
    await leaveGroups(change, [card], left);
  });
  return findCard(deps.db, person, id);
}

/** A card carries the names that are wanted, but for those of groups that it is in by them alone. */
function splitLists({ source, group_lists }: WholeCard, wanted: string[] | undefined) {
  if (wanted === undefined) return { carried: {}, left: [] };
  const keys = wanted.map(listKey);
  const byGroup = group_lists.map(listKey);
  const before = [...readCard(source).fields.lists.map(listKey), ...byGroup];
  return {
    carried: { lists: wanted.filter((name) => !byGroup.includes(listKey(name))) },
    left: before.filter((key) => !keys.includes(key)),
  };
}

/** Takes cards out of the groups of lists that they left. */
export async function leaveGroups(
  change: ContactsChange,
  cards: WholeCard[],
  listKeys: string[],
): Promise<void> {
  const moves = cards.flatMap(({ book_id, uid }) =>
    listKeys.map((key) => ({ bookId: book_id, uid, listKey: key, joins: false })),
  );
  await putCards(change, await editGroups(change, moves));
}

const MILLISECONDS = 1000;

export function editSource(source: Buffer, fields: Partial<ContactFields>, now: number): Buffer {
  return editCard(source, withNameParts(fields), undefined, { at: new Date(now * MILLISECONDS) });
}

/** What follows from a card that a person has written; refuses what is too much or says nothing. */
export function checkCard(source: Buffer): DerivedCard {
  try {
    const derived = deriveCard(source);
    if (derived.full_name === '') {
      throw new Failure('contact_empty', 'A card needs a name, an organisation, an address or a number');
    }
    return derived;
  } catch (error) {
    if (error instanceof CardFault) throw tooLarge(error);
    throw error;
  }
}

function tooLarge(fault: CardFault): Failure {
  const { contactCardBytes: bytes, contactProperties: properties } = LIMITS;
  return new Failure('too_large', `A card has at most ${bytes} bytes and ${properties} properties`, {
    details: { problem: fault.problem },
    cause: fault,
  });
}
