import { prefersMinimal } from '../../platform/dav/dav-headers.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { pathOfHref } from '../../platform/dav/hrefs.ts';
import { sendMultistatus, statusResponse } from '../../platform/dav/multistatus.ts';
import { readXmlBody } from '../../platform/dav/read-body.ts';
import { askedOf, childrenOf, limitOf, malformed } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import { truncated } from '../../platform/dav/sync-refusals.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import { dav } from '../../platform/dav/xml-names.ts';
import type { DavCaller, HomeCall } from '../../platform/dav-site/dav-home.ts';
import type { ReadDb } from '../../tables.ts';
import { carddav } from './card-names.ts';
import { type AskedBook, cardAnswers, pageSize } from './find-props.ts';
import { matchCard } from './match-card.ts';
import { completeCards, openBook, readCards, readNamedCards } from './open-book.ts';
import { bookHref, cardAt, type Place } from './places.ts';
import { readFilter } from './read-filter.ts';
import { syncCollection } from './sync-collection.ts';

type Report = (
  deps: ReportDeps,
  of: AskedBook,
  root: XmlElement,
  minimal: boolean,
) => AsyncGenerator<readonly Xml[]>;
type ReportDeps = { db: ReadDb; caller: DavCaller; hosts: readonly string[] };

const REPORTS: Record<string, Report> = {
  [dav('sync-collection')]: ({ db }, of, root, minimal) => syncCollection(db, of, root, minimal),
  [carddav('addressbook-query')]: queryCards,
  [carddav('addressbook-multiget')]: getCards,
};

/** RFC 3253, section 3.6: the reports of a book. Elsewhere there are none. */
export async function report(
  db: ReadDb,
  { caller, request, reply, hosts, takeTurn }: HomeCall,
  place: Place,
) {
  const root = await readXmlBody(request);
  if (root === null) throw malformed('The body of REPORT says which one');
  const answer = place.kind === 'book' ? REPORTS[root.name] : undefined;
  if (answer === undefined || place.kind !== 'book') {
    throw new DavRefusal(403, 'There is no such report here', { condition: dav('supported-report') });
  }
  const { address, bookId } = place;
  const turn = await takeTurn();
  const book = await openBook(db, caller.person, bookId);
  const of = { person: caller, address, book };
  const pages = answer({ db, caller, hosts }, of, root, prefersMinimal(request.headers));
  return sendMultistatus(reply, pages, turn);
}

/** RFC 6352, section 8.6: looks through the cards of the book, a page in memory at a time. */
async function* queryCards({ db }: ReportDeps, of: AskedBook, root: XmlElement, minimal: boolean) {
  const { book, address } = of;
  const filter = readFilter(root);
  const limit = limitOf(root, carddav('limit'), carddav('nresults'));
  const { answer, withSource } = cardAnswers(of, askedOf(root), { minimal, isReport: true });
  const needed = withSource || filter.props.length > 0;
  const most = pageSize(needed);
  let left = limit ?? Number.POSITIVE_INFINITY;
  for (let after: string | null = null; ; ) {
    const page = await readCards(db, book, { after, limit: most, withSource: needed, isSearch: true });
    const matching = page.cards.filter(({ source }) => source === null || matchCard(source, filter));
    const answered = matching.slice(0, left);
    yield (withSource ? await completeCards(db, book, answered) : answered).map(answer);
    if (matching.length > left) {
      yield [truncated(bookHref(address, book.id))];
      return;
    }
    left -= matching.length;
    if (page.next === null) return;
    after = page.next;
  }
}

/** RFC 6352, section 8.7: the cards that are named, and that those which are not here are not. */
async function* getCards(
  { db, caller, hosts }: ReportDeps,
  of: AskedBook,
  root: XmlElement,
  minimal: boolean,
) {
  const { book } = of;
  const { answer, missing, withSource } = cardAnswers(of, askedOf(root), { minimal, isReport: true });
  const names = new Set<string>();
  const elsewhere: Xml[] = [];
  for (const { text } of childrenOf(root, dav('href'))) {
    const path = pathOfHref(text, hosts);
    const card = path === null ? null : cardAt(caller, path);
    if (card?.bookId !== book.id) elsewhere.push(statusResponse(text.trim(), 404));
    else names.add(card.name);
  }
  const all = [...names];
  const most = pageSize(withSource);
  for (let at = 0; at < all.length; at += most) {
    const some = all.slice(at, at + most);
    const cards = await readNamedCards(db, book, some, withSource);
    const byName = new Map(cards.map((card) => [card.name, card]));
    yield some.map((name) => {
      const card = byName.get(name);
      return card ? answer(card) : missing(name);
    });
  }
  yield elsewhere;
}
