import { booksOf } from '../../contacts/books/books-of.ts';
import { notFound } from '../../platform/dav/dav-refusal.ts';
import { propResponse, sendMultistatus } from '../../platform/dav/multistatus.ts';
import { findProps } from '../../platform/dav/properties.ts';
import { type PropfindAsked, readPropfindRequest } from '../../platform/dav/read-propfind.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import type { DavPerson, HomeCall } from '../../platform/dav-site/dav-home.ts';
import { HOME } from '../../platform/dav-site/site-properties.ts';
import type { ReadDb } from '../../tables.ts';
import { aboutBook } from './about-book.ts';
import { type AskedBook, cardAnswers, pageSize } from './find-props.ts';
import { bookOf, findDirectory, type OpenBook, openBook, readCards, readNamedCards } from './open-book.ts';
import { bookHref, homeHref, type Place } from './places.ts';
import { BOOK } from './properties-of.ts';

type Asking = PropfindAsked & { db: ReadDb; person: DavPerson };

export async function propfind(db: ReadDb, { caller, request, reply, takeTurn }: HomeCall, place: Place) {
  const asked = await readPropfindRequest(request, { isCollection: place.kind !== 'card' });
  const turn = await takeTurn();
  return sendMultistatus(reply, answersOf({ ...asked, db, person: caller }, place), turn);
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
  }
}

async function* answerHome(asking: Asking, address: string) {
  const { db, person, asked, depth, minimal } = asking;
  const facts = { person, address, title: null };
  const own = propResponse(homeHref(address), findProps(HOME, facts, asked), minimal);
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
