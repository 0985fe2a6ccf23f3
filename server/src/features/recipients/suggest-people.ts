import type { MailAddress } from '@bocau/contract/fields.ts';
import { readBooks } from '../../contacts/books/books.store.ts';
import { searchTerms } from '../../contacts/lists/search-terms.store.ts';
import { findSuggestedCards, type SuggestedCard } from '../../contacts/lists/suggest.store.ts';
import { findCorrespondents, findSameDomain } from '../../mail/people/find-people.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { ReadDb } from '../../tables.ts';
import { readKnownNames } from './known-names.store.ts';

const SUGGESTED = 10;
/** Whose shared books are looked through as well. */
const MAILBOXES_ASKED = 5;

/**
 * Whom to write to: favourites, then those one writes with, the most frequent first, then others whose cards one
 * has, and those in books that colleagues share. People of the same domain are told apart. A card of one's own names its
 * person, whatever their messages say; one that somebody shares names only whom nobody else does.
 */
export async function suggestPeople(
  db: ReadDb,
  { person, mailbox }: { person: number; mailbox: number },
  text: string,
): Promise<{ suggested: MailAddress[]; sameDomain: MailAddress[] }> {
  const [{ own, shared }, correspondents, sameDomain] = await Promise.all([
    findCards(db, person, text),
    findCorrespondents(db, mailbox, text),
    findSameDomain(db, mailbox, text),
  ]);
  const names = new Map(own.map(({ email, name }) => [email, name]));
  const ranked = [
    ...own.filter(({ favorite }) => favorite),
    ...correspondents.map(({ email, name }) => ({ email, name: names.get(foldAddress(email)) ?? name })),
    ...own,
    ...(await nameShared(db, { person, mailbox }, shared)),
  ];
  const colleagues = new Set(sameDomain.map(({ email }) => email));
  const suggested = new Map<string, MailAddress>();
  for (const { email, name } of ranked) {
    const key = foldAddress(email);
    // A colleague comes among those of the domain, unless one writes to them.
    if (colleagues.has(key) && !correspondents.some((one) => one.email === email)) continue;
    if (!suggested.has(key)) suggested.set(key, { email, name });
  }
  return {
    suggested: [...suggested.values()].slice(0, SUGGESTED),
    sameDomain: sameDomain.filter(({ email }) => !suggested.has(email)),
  };
}

type FoundCards = { own: SuggestedCard[]; shared: SuggestedCard[] };

/** Addresses of one's own cards that match, and of those in books that others share. */
async function findCards(db: ReadDb, person: number, text: string): Promise<FoundCards> {
  const terms = searchTerms(text);
  if (terms.length === 0) return { own: [], shared: [] };
  const books = (await readBooks(db, person)).filter(({ permission }) => permission !== 'OWNER');
  const places = [...Map.groupBy(books, (book) => book.mailbox_id)]
    .slice(0, MAILBOXES_ASKED)
    .map(([mailboxId, some]) => ({ mailboxId, bookIds: some.map(({ id }) => id) }));
  const [own = [], ...shared] = await Promise.all(
    [{ mailboxId: person, bookIds: null }, ...places].map((place) =>
      findSuggestedCards(db, place, { terms, limit: SUGGESTED }),
    ),
  );
  return { own, shared: shared.flat() };
}

/** What others write on their cards is not to give another name to whom the person knows, or to a colleague. */
async function nameShared(
  db: ReadDb,
  who: { person: number; mailbox: number },
  cards: SuggestedCard[],
): Promise<MailAddress[]> {
  if (cards.length === 0) return [];
  const known = await readKnownNames(
    db,
    who,
    cards.map(({ email }) => email),
  );
  const names = new Map(known.map(({ address, name }) => [address, name]));
  return cards.map(({ email, name }) => ({ email, name: names.get(email) ?? name }));
}
