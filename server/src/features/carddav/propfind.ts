import { booksOf } from '../../contacts/books/books-of.ts';
import type { DavCall } from '../../platform/dav/bind-dav.ts';
import { depthOf, prefersMinimal } from '../../platform/dav/dav-headers.ts';
import { DavRefusal, notFound } from '../../platform/dav/dav-refusal.ts';
import { onePage, propResponse, sendMultistatus } from '../../platform/dav/multistatus.ts';
import { type Asked, findProps } from '../../platform/dav/properties.ts';
import { readXmlBody } from '../../platform/dav/read-body.ts';
import { readPropfind } from '../../platform/dav/read-requests.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import { dav } from '../../platform/dav/xml-names.ts';
import type { ReadDb } from '../../tables.ts';
import { aboutBook } from './about-book.ts';
import { type AskedBook, cardAnswers, pageSize } from './find-props.ts';
import { bookOf, findDirectory, type OpenBook, openBook, readCards, readNamedCards } from './open-book.ts';
import { bookHref, type DavPerson, hrefOfPlace, type Place } from './places.ts';
import { BOOK, COLLECTION, HOME, PRINCIPAL } from './properties-of.ts';
import type { ReadingTurns } from './reading-turns.ts';

type Asking = { db: ReadDb; person: DavPerson; asked: Asked; depth: 0 | 1; minimal: boolean };

/** RFC 4918, section 9.1. What has no end in sight is refused: books are found step by step. */
export async function propfind(
  { db, reading }: { db: ReadDb; reading: ReadingTurns },
  { caller, request, reply }: DavCall<DavPerson>,
  place: Place,
) {
  const depth = depthOf(request.headers);
  if (depth === 'infinity' && place.kind !== 'card') {
    throw new DavRefusal(403, 'Ask with a Depth of 0 or 1', { condition: dav('propfind-finite-depth') });
  }
  const asked = readPropfind(await readXmlBody(request));
  const minimal = prefersMinimal(request.headers);
  const taking = await reading.enter(caller.person, reply);
  const pages = answersOf({ db, person: caller, asked, depth: depth === 1 ? 1 : 0, minimal }, place);
  return sendMultistatus(reply, pages, taking);
}

async function* answersOf(asking: Asking, place: Place): AsyncGenerator<readonly Xml[]> {
  const { db, person } = asking;
  switch (place.kind) {
    case 'home':
      yield* answerHome(asking, place.address);
      return;
    case 'book':
      yield* answerBook(asking, place);
      return;
    case 'card': {
      const book = await openBook(db, person.person, place.bookId);
      const [card] = await readNamedCards(db, book, [place.name], false);
      if (!card) throw notFound();
      yield [answersOfCards(asking, { person, address: place.address, book }).answer(card)];
      return;
    }
    default:
      yield* onePage(answerFolders(asking, place));
  }
}

type Folder = Exclude<Place, { kind: 'home' } | { kind: 'book' } | { kind: 'card' }>;
type Inside = Folder | Extract<Place, { kind: 'home' }>;

/** Of folders, only what leads to the caller's own is listed. */
function answerFolders({ person, asked, depth, minimal }: Asking, place: Folder): Xml[] {
  const { email } = person;
  const inside: Record<Folder['kind'], Inside[]> = {
    root: [{ kind: 'principals' }, { kind: 'homes' }],
    principals: [{ kind: 'principal', address: email }],
    homes: [{ kind: 'home', address: email }],
    principal: [],
  };
  return [place, ...(depth === 1 ? inside[place.kind] : [])].map((each) => {
    const address = 'address' in each ? each.address : email;
    const title = each.kind === 'principal' ? person.name || email : null;
    const found = findProps(PROPERTIES[each.kind], { person, address, title }, asked);
    return propResponse(hrefOfPlace(each), found, minimal);
  });
}

const PROPERTIES = {
  ...{ root: COLLECTION, principals: COLLECTION, homes: COLLECTION },
  ...{ principal: PRINCIPAL, home: HOME },
};

async function* answerHome(asking: Asking, address: string) {
  const { db, person, asked, depth, minimal } = asking;
  const facts = { person, address, title: null };
  const own = propResponse(hrefOfPlace({ kind: 'home', address }), findProps(HOME, facts, asked), minimal);
  if (depth === 0) {
    yield [own];
    return;
  }
  const directory = await findDirectory(db, person.person);
  const books = [...(await booksOf(db, person.person)).map(bookOf), ...(directory ? [directory] : [])];
  const answers: Xml[] = [];
  for (const book of books) answers.push(await answerOfBook(asking, book, address));
  yield [own, ...answers];
}

async function answerOfBook(
  { db, person, asked, minimal }: Asking,
  book: OpenBook,
  address: string,
): Promise<Xml> {
  const about = await aboutBook(db, book, { address, asked });
  return propResponse(
    bookHref(address, book.id),
    findProps(BOOK, { person, address, about }, asked),
    minimal,
  );
}

async function* answerBook(asking: Asking, { address, bookId }: Extract<Place, { kind: 'book' }>) {
  const { db, person, depth } = asking;
  const book = await openBook(db, person.person, bookId);
  yield [await answerOfBook(asking, book, address)];
  if (depth === 0) return;
  const { answer } = answersOfCards(asking, { person, address, book });
  const limit = pageSize(false);
  for (let after: string | null = null; ; ) {
    const page = await readCards(db, book, { after, limit, withSource: false });
    yield page.cards.map(answer);
    if (page.next === null) return;
    after = page.next;
  }
}

function answersOfCards({ asked, minimal }: Asking, of: AskedBook) {
  return cardAnswers(of, asked, { minimal, isReport: false });
}
