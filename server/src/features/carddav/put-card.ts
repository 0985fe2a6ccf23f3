import { LIMITS } from '@bocau/contract/limits.ts';
import { reachBook } from '../../contacts/access/reach.ts';
import type { BookRow } from '../../contacts/books/books.store.ts';
import { cardsOfBook } from '../../contacts/card-resources.ts';
import { type DerivedCard, deriveCard } from '../../contacts/cards/derive-card.ts';
import { putCards, trashCards } from '../../contacts/cards/put-cards.ts';
import { type ContactsChange, type ContactsDeps, changeContacts } from '../../contacts/change-contacts.ts';
import { CardFault } from '../../contacts/vcard/card-fault.ts';
import { splitCards } from '../../contacts/vcard/split-cards.ts';
import { findTrashedByUid } from '../../kernel/resources.store.ts';
import { isAllowed, type Preconditions, preconditionsOf } from '../../platform/dav/dav-headers.ts';
import { DavRefusal, notFound } from '../../platform/dav/dav-refusal.ts';
import { etagOf } from '../../platform/dav/etag-of.ts';
import { href } from '../../platform/dav/multistatus.ts';
import { readBytes } from '../../platform/dav/read-body.ts';
import { preconditionFailed } from '../../platform/dav/refusals.ts';
import type { HomeCall } from '../../platform/dav-site/dav-home.ts';
import { newId } from '../../platform/ids.ts';
import { carddav } from './card-names.ts';
import { cardHref, type Place } from './places.ts';
import { methodNotAllowed, readResource } from './read-card.ts';

/** Longest name of a resource. */
const NAME_LENGTH = 255;
/** Programs make up UUIDs, some with a domain after them. */
const UID_LENGTH = 500;
const CARD_TYPES = /^\s*(text\/(x-)?vcard|text\/directory|application\/octet-stream)\b/i;

export async function putCard(deps: ContactsDeps, { caller, request, reply }: HomeCall, place: Place) {
  if (place.kind !== 'card') throw methodNotAllowed(place);
  const type = request.headers['content-type'];
  if (type !== undefined && !CARD_TYPES.test(type)) {
    throw new DavRefusal(403, 'What is put here is a vCard', {
      condition: carddav('supported-address-data'),
    });
  }
  const bytes = await readBytes(request, LIMITS.contactCardBytes);
  if (bytes === null) throw tooLarge();
  const derived = deriveOne(bytes);
  // Who may is judged when all of it is there: it may have come for minutes.
  const book = await reachBook(deps.db, caller.person, place.bookId, 'WRITE');
  const wanted = { book, address: place.address, name: nameOf(place.name) };
  const isNew = await writeCard(deps, wanted, { source: bytes, derived }, preconditionsOf(request.headers));
  return reply
    .code(isNew ? 201 : 204)
    .headers({ etag: etagOf(derived) })
    .send();
}

type Wanted = { book: BookRow; address: string; name: string };

/** Answers whether it is a new resource. A card in the trash that is put again comes back. */
async function writeCard(
  deps: ContactsDeps,
  { book, address, name }: Wanted,
  { source, derived }: { source: Buffer; derived: DerivedCard },
  preconditions: Preconditions,
): Promise<boolean> {
  const { mailbox_id: mailboxId, id: bookId } = book;
  return changeContacts(deps, mailboxId, async (change) => {
    const found = await readResource(change.tx, book, name, false);
    if (!isAllowed(preconditions, found ? etagOf(found) : null)) throw preconditionFailed();
    // RFC 6352, section 6.3.2.1: another card under the same name would be taken for a change of this one.
    if (found && derived.uid !== null && derived.uid !== found.uid) {
      throw uidConflict(cardHref(address, bookId, name));
    }
    const trashed =
      found || derived.uid === null
        ? undefined
        : await findTrashedByUid(change.tx, cardsOfBook(mailboxId, bookId, false), derived.uid);
    const id = found?.id ?? trashed ?? newId(deps.clock);
    await putCards(change, [{ id, bookId, name, source, derived }]);
    return !found;
  });
}

export async function deleteCard(
  deps: ContactsDeps,
  call: HomeCall,
  place: Extract<Place, { kind: 'card' }>,
) {
  const { caller, request, reply } = call;
  const book = await reachBook(deps.db, caller.person, place.bookId, 'WRITE');
  const trash = async (change: ContactsChange) => {
    const found = await readResource(change.tx, book, place.name, false);
    if (!found) throw notFound();
    if (!isAllowed(preconditionsOf(request.headers), etagOf(found))) throw preconditionFailed();
    await trashCards(change, [found.id]);
  };
  await changeContacts(deps, book.mailbox_id, trash, caller.person);
  return reply.code(204).send();
}

/** One card, and no more: several would be one resource to a program. */
function deriveOne(bytes: Buffer): DerivedCard {
  try {
    if (splitCards(bytes).length !== 1) throw invalid('It is not one vCard');
    const derived = deriveCard(bytes);
    if ((derived.uid ?? '').length > UID_LENGTH) throw invalid(`A UID has at most ${UID_LENGTH} characters`);
    return derived;
  } catch (error) {
    if (!(error instanceof CardFault)) throw error;
    throw error.problem === 'too_large' ? tooLarge() : invalid(error.message);
  }
}

function invalid(message: string): DavRefusal {
  return new DavRefusal(403, message, { condition: carddav('valid-address-data') });
}

function tooLarge(): DavRefusal {
  return new DavRefusal(403, 'The card is larger than a megabyte', {
    condition: carddav('max-resource-size'),
    // What is far larger was not read to its end.
    headers: { connection: 'close' },
  });
}

function uidConflict(path: string): DavRefusal {
  return new DavRefusal(409, 'Another card has this UID', {
    condition: carddav('no-uid-conflict'),
    inside: [href(path)],
  });
}

export function nameOf(name: string): string {
  if (name.length > NAME_LENGTH || /\p{Cc}/u.test(name)) {
    throw new DavRefusal(403, `A resource has a name of at most ${NAME_LENGTH} characters`);
  }
  return name;
}
