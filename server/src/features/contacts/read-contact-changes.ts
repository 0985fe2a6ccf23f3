import type { ContactChangeSet } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { readWholeCards } from '../../contacts/cards/cards.store.ts';
import { readContactJournal } from '../../contacts/journal/journal.store.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { showCard } from './show-contacts.ts';

/** Cards come whole, and each may have a megabyte: a client that is further behind reads its lists anew. */
const CARDS_AT_MOST = Math.min(100, LIMITS.changesPerAnswer);

/**
 * Everything that changed after a number, in its current state; without a number, only the current number. "Too old"
 * means pruned entries, more changes than fit into one response, or a number that this journal has not reached.
 */
export async function readContactChanges(
  db: ReadDb,
  person: number,
  since: number | null,
): Promise<ContactChangeSet> {
  const { seq, forgotten_seq, things } = await readContactJournal(db, person, since, CARDS_AT_MOST);
  if (things === null || (since !== null && (since < forgotten_seq || since > seq)))
    throw new Failure(
      'changes_too_old',
      'What changed since then is not known any more; fetch the lists anew',
    );
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
