import type { listContactDuplicates } from '@bocau/contract/contacts.ts';
import type { DataOf } from '@bocau/contract/endpoint.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { readWholeCards } from '../../../contacts/cards/cards.store.ts';
import type { ReadDb } from '../../../tables.ts';
import { showCard } from '../show-contacts.ts';
import { readSharedValues, type SharedValue } from './merges.store.ts';

type Duplicates = DataOf<typeof listContactDuplicates>;

const GROUPS = 50;
/** An address on more cards than this is that of an office, and says nothing of who they are. */
const CARDS_OF_ONE = 5;

/** Own cards that may be of one person; each card is in one group, by the best reason. */
export async function findDuplicates(db: ReadDb, person: number): Promise<Duplicates> {
  const groups = disjointGroups(await readSharedValues(db, person, GROUPS * 2)).slice(0, GROUPS);
  const ids = groups.flatMap((group) => group.ids);
  const cards = new Map((await readWholeCards(db, person, ids)).map((card) => [card.id, card]));
  return groups
    .map(({ by, value, ids: own }) => ({
      ...{ by, value },
      cards: own.flatMap((id) => {
        const card = cards.get(id);
        return card ? [showCard(card, 'OWNER')] : [];
      }),
    }))
    .filter((group) => group.cards.length > 1);
}

function disjointGroups(shared: SharedValue[]): SharedValue[] {
  const taken = new Set<string>();
  const groups: SharedValue[] = [];
  for (const one of shared) {
    const ids = one.ids.filter((id) => !taken.has(id));
    if (ids.length < 2 || one.ids.length > Math.min(CARDS_OF_ONE, LIMITS.contactsMerged)) continue;
    for (const id of ids) taken.add(id);
    groups.push({ ...one, ids });
  }
  return groups;
}
