import type { MailAddress } from '@bocau/contract/fields.ts';
import { readBooks } from '../../contacts/books/books.store.ts';
import { searchTerms } from '../../contacts/lists/search-terms.store.ts';
import { findSuggestedCards, type SuggestedCard } from '../../contacts/lists/suggest.store.ts';
import { findCorrespondents, findSameDomain } from '../../mail/people/find-people.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { ReadDb } from '../../tables.ts';

const SUGGESTED = 10;
/** Whose shared books are looked through as well. */
const MAILBOXES_ASKED = 5;

/**
 * Whom to write to: favourites, then those one writes with, the most frequent first, then others whose cards one
 * has. People of the same domain are told apart. A card names its person, whatever their messages say.
 */
export async function suggestPeople(
  db: ReadDb,
  { person, mailbox }: { person: number; mailbox: number },
  text: string,
): Promise<{ suggested: MailAddress[]; sameDomain: MailAddress[] }> {
  const [cards, correspondents, sameDomain] = await Promise.all([
    findCards(db, person, text),
    findCorrespondents(db, mailbox, text),
    findSameDomain(db, mailbox, text),
  ]);
  const names = new Map(cards.map(({ email, name }) => [email, name]));
  const ranked = [
    ...cards.filter(({ favorite }) => favorite),
    ...correspondents.map(({ email, name }) => ({ email, name: names.get(foldAddress(email)) ?? name })),
    ...cards,
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

/** Addresses of one's own cards that match, and of those in books that others share. */
async function findCards(db: ReadDb, person: number, text: string): Promise<SuggestedCard[]> {
  const terms = searchTerms(text);
  if (terms.length === 0) return [];
  const shared = (await readBooks(db, person)).filter(({ permission }) => permission !== 'OWNER');
  const places = [
    { mailboxId: person, bookIds: null },
    ...[...Map.groupBy(shared, (book) => book.mailbox_id)]
      .slice(0, MAILBOXES_ASKED)
      .map(([mailboxId, books]) => ({ mailboxId, bookIds: books.map(({ id }) => id) })),
  ];
  const found = await Promise.all(
    places.map((place) => findSuggestedCards(db, place, { terms, limit: SUGGESTED })),
  );
  // Favourites of others say nothing of one's own.
  return found.flatMap((cards, place) =>
    place === 0 ? cards : cards.map((card) => ({ ...card, favorite: false })),
  );
}
