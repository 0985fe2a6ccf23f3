import type { ContactChangeSet } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { readWholeCards } from '../../contacts/cards/cards.store.ts';
import { CONTACTS } from '../../kernel/contacts.ts';
import { readThingsSince } from '../../kernel/things-changed.store.ts';
import type { ReadDb } from '../../tables.ts';
import { showCard } from './show-contacts.ts';

/** Cards come whole, and each may have a megabyte: a client that is further behind reads its lists anew. */
const CARDS_AT_MOST = Math.min(100, LIMITS.changesPerAnswer);

/** Everything that changed after a number, in its current state; without a number, only the current number. */
export async function readContactChanges(
  db: ReadDb,
  person: number,
  since: number | null,
): Promise<ContactChangeSet> {
  const { seq, things } = await readThingsSince(db, CONTACTS.journal, person, {
    since,
    limit: CARDS_AT_MOST,
  });
  const ids = things.filter(({ kind }) => kind === 'card').map(({ entity }) => entity);
  const found = ids.length === 0 ? [] : await readWholeCards(db, person, ids);
  // A group is a list, and no card to show.
  const people = found.filter(({ kind }) => kind !== 'group');
  const cards = new Map(people.map((card) => [card.id, showCard(card, 'OWNER')]));
  const has = (kind: string) => things.some((thing) => thing.kind === kind);
  return {
    seq,
    cards: ids.map((id) => ({ id, card: cards.get(id) ?? null })),
    ...(has('book') ? { books: true } : {}),
    ...(has('list') ? { lists: true } : {}),
  };
}
