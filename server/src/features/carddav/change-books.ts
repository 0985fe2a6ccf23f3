import { reachBook } from '../../contacts/access/reach.ts';
import { booksOf } from '../../contacts/books/books-of.ts';
import { visibleName } from '../../kernel/collection-name.ts';
import { answerPropPatch } from '../../platform/dav/answer-proppatch.ts';
import { DavRefusal, notFound } from '../../platform/dav/dav-refusal.ts';
import { readXmlBody } from '../../platform/dav/read-body.ts';
import { childOf, malformed, type PropChange, readPropChanges } from '../../platform/dav/read-requests.ts';
import { dav } from '../../platform/dav/xml-names.ts';
import type { DavPerson, HomeCall } from '../../platform/dav-site/dav-home.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { carddav } from './card-names.ts';
import { hrefOfPlace, type Place } from './places.ts';
import { methodNotAllowed, readResource } from './read-card.ts';

type BookPlace = Extract<Place, { kind: 'book' }>;

/** What the web does with books too. */
export type BookActs = {
  create(person: number, book: { id: string; name: string }): Promise<unknown>;
  rename(person: number, id: string, name: string): Promise<unknown>;
  remove(person: number, id: string): Promise<void>;
  leave(person: number, id: string): Promise<void>;
};
const NAME_LENGTH = 100;
/** Of a book that a program gives no name. */
const NAMELESS = 'CardDAV';

/** MKCOL of a book, plain or extended (RFC 5689). */
export async function makeBook(
  { db, books }: { db: ReadDb; books: BookActs },
  { caller, request, reply }: HomeCall,
  place: Place,
) {
  if (!IS_XML.test(request.headers['content-type'] ?? 'text/xml')) {
    throw new DavRefusal(415, 'The body of MKCOL is XML');
  }
  if (place.kind === 'card') throw await refuseInside(db, caller, place);
  if (place.kind !== 'book') throw methodNotAllowed(place);
  const root = await readXmlBody(request);
  const changes = root === null ? [] : readPropChanges(root, dav('mkcol'));
  const type = changes.find(({ name }) => name === dav('resourcetype'));
  // Without a body it is an ordinary collection that is asked for (RFC 4918, section 9.3).
  if (!type || !childOf(type.element, carddav('addressbook'))) {
    throw new DavRefusal(403, 'Only books of contacts are made here', {
      condition: dav('valid-resourcetype'),
    });
  }
  // Programs make up a UUID, and the id of a book is one.
  if (!isId(place.bookId))
    throw new DavRefusal(403, 'The last segment of the address of a new book is a UUID');
  const present = await booksOf(db, caller.person);
  if (present.some(({ id }) => id === place.bookId)) throw methodNotAllowed(place);
  const name = changes.find((change) => change.name === dav('displayname'));
  const refused = changes.filter(
    (change) => change !== type && change !== name && change.name !== DESCRIPTION,
  );
  if (refused.length > 0) throw new DavRefusal(403, 'A book has a name, and nothing else that is set');
  await books.create(caller.person, {
    id: place.bookId,
    name: name ? nameOf(name) : freeName(present.map((book) => book.name)),
  });
  return reply.code(201).send();
}

function freeName(taken: readonly string[]): string {
  let name = NAMELESS;
  for (let number = 2; taken.includes(name); number += 1) name = `${NAMELESS} ${number}`;
  return name;
}

const IS_XML = /^\s*(text|application)\/xml\b/i;

/** A book holds no collections (RFC 6352, section 5.2). */
async function refuseInside(
  db: ReadDb,
  { person }: DavPerson,
  place: Extract<Place, { kind: 'card' }>,
): Promise<DavRefusal> {
  const book = (await booksOf(db, person)).find(({ id }) => id === place.bookId);
  if (!book) return new DavRefusal(409, 'There is no book at this address');
  if (await readResource(db, book, place.name, false)) return methodNotAllowed(place);
  return new DavRefusal(403, 'In a book there are cards only', {
    condition: carddav('addressbook-collection-location-ok'),
  });
}

/** Books have none; programs that send one along with the name would make no book at all. */
const DESCRIPTION = carddav('addressbook-description');

/**
 * PROPPATCH (RFC 4918, section 9.2): a book takes another name, and everything else is refused together with it. Other
 * resources take nothing.
 */
export async function renameByProps(
  { db, books }: { db: ReadDb; books: BookActs },
  call: HomeCall,
  place: Place,
) {
  const { caller, request, reply } = call;
  const root = await readXmlBody(request);
  if (root === null) throw malformed('The body of PROPPATCH says what to change');
  const changes = readPropChanges(root, dav('propertyupdate'));
  await reachPlace(db, caller, place);
  const isName = ({ name, isRemoval }: PropChange) =>
    place.kind === 'book' && name === dav('displayname') && !isRemoval;
  const refused = changes.filter((change) => !isName(change));
  const name = changes.findLast(isName);
  if (place.kind === 'book' && refused.length === 0 && name) {
    await books.rename(caller.person, place.bookId, nameOf(name));
  }
  return answerPropPatch(reply, hrefOfPlace(place), { changes, refused });
}

/** Throws where the place is not there, or isn't the caller's to change. */
async function reachPlace(db: ReadDb, { person }: DavPerson, place: Place): Promise<void> {
  if (place.kind === 'book') await reachBook(db, person, place.bookId, 'OWNER');
  if (place.kind !== 'card') return;
  const book = await reachBook(db, person, place.bookId, 'READ');
  if (!(await readResource(db, book, place.name, false))) throw notFound();
}

/** Its cards go into the trash. A book that somebody else shares is left, and stays as it is for the others. */
export async function removeBook(
  { db, books }: { db: ReadDb; books: BookActs },
  { caller, reply }: HomeCall,
  { bookId }: BookPlace,
) {
  const { permission } = await reachBook(db, caller.person, bookId, 'READ');
  await (permission === 'OWNER' ? books.remove : books.leave)(caller.person, bookId);
  return reply.code(204).send();
}

function nameOf({ element: { text } }: PropChange): string {
  const name = visibleName(text.replace(/\p{Cc}+/gu, ' '));
  if (name === '' || name.length > NAME_LENGTH) {
    throw new DavRefusal(403, `A book has a name of at most ${NAME_LENGTH} characters`);
  }
  return name;
}
