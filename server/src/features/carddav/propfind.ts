import { reachBook } from '../../contacts/access/reach.ts';
import type { BookRow } from '../../contacts/books/books.store.ts';
import { booksOf } from '../../contacts/books/books-of.ts';
import {
  readContactSeq,
  readResources,
  readResourcesByName,
} from '../../contacts/resources/resources.store.ts';
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
import { type AskedBook, cardAnswers, pageSize } from './find-props.ts';
import { bookHref, type DavPerson, hrefOfPlace, type Place } from './places.ts';
import { BOOK, COLLECTION, HOME, PRINCIPAL } from './properties-of.ts';

type Asking = { db: ReadDb; person: DavPerson; asked: Asked; depth: 0 | 1; minimal: boolean };

/** RFC 4918, section 9.1. What has no end in sight is refused: books are found step by step. */
export async function propfind(db: ReadDb, { caller, request, reply }: DavCall<DavPerson>, place: Place) {
  const depth = depthOf(request.headers);
  if (depth === 'infinity' && place.kind !== 'card') {
    throw new DavRefusal(403, 'Ask with a Depth of 0 or 1', { condition: dav('propfind-finite-depth') });
  }
  const asked = readPropfind(await readXmlBody(request));
  const minimal = prefersMinimal(request.headers);
  const pages = answersOf({ db, person: caller, asked, depth: depth === 1 ? 1 : 0, minimal }, place);
  return sendMultistatus(reply, pages);
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
      const book = await reachBook(db, person.person, place.bookId, 'READ');
      const of = { mailboxId: book.mailbox_id, bookId: book.id, withSource: false };
      const [row] = await readResourcesByName(db, of, [place.name]);
      if (!row) throw notFound();
      yield [answersOfCards(asking, { person, address: place.address, book }).answer(row)];
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

async function* answerHome({ db, person, asked, depth, minimal }: Asking, address: string) {
  const facts = { person, address, title: null };
  const own = propResponse(hrefOfPlace({ kind: 'home', address }), findProps(HOME, facts, asked), minimal);
  if (depth === 0) {
    yield [own];
    return;
  }
  const books = await booksOf(db, person.person);
  const numbers = new Map<number, number>();
  for (const mailboxId of new Set(books.map(({ mailbox_id }) => mailbox_id)))
    numbers.set(mailboxId, await readContactSeq(db, mailboxId));
  yield [
    own,
    ...books.map((book) =>
      answerOfBook({ person, asked, minimal }, { book, address, seq: numbers.get(book.mailbox_id) ?? 0 }),
    ),
  ];
}

function answerOfBook(
  { person, asked, minimal }: Pick<Asking, 'person' | 'asked' | 'minimal'>,
  { book, address, seq }: { book: BookRow; address: string; seq: number },
): Xml {
  return propResponse(
    bookHref(address, book.id),
    findProps(BOOK, { person, address, book, seq }, asked),
    minimal,
  );
}

async function* answerBook(asking: Asking, { address, bookId }: Extract<Place, { kind: 'book' }>) {
  const { db, person, depth } = asking;
  const book = await reachBook(db, person.person, bookId, 'READ');
  const seq = await readContactSeq(db, book.mailbox_id);
  yield [answerOfBook(asking, { book, address, seq })];
  if (depth === 0) return;
  const { answer } = answersOfCards(asking, { person, address, book });
  const of = { mailboxId: book.mailbox_id, bookId: book.id, withSource: false };
  const limit = pageSize(false);
  for (let after = ''; ; ) {
    const rows = await readResources(db, of, { after, limit });
    yield rows.map(answer);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = last.name;
  }
}

function answersOfCards({ asked, minimal }: Asking, of: AskedBook) {
  return cardAnswers(of, asked, { minimal, isReport: false });
}
