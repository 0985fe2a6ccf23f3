import { isDeepStrictEqual } from 'node:util';
import { findDiffering } from '../../kernel/find-differing.ts';
import type { ReadDb } from '../../tables.ts';
import { DERIVED_VERSION, type DerivedCard, deriveCard } from '../cards/derive-card.ts';
import { CardFault } from '../vcard/card-fault.ts';
import { type ComparedCard, readComparedCards, readContactFaults } from './recount.store.ts';

const SHOWN_OF_EACH = 20;
const CARDS_A_STEP = 200;

/**
 * Discrepancies between contacts and a recount, as sentences; empty when everything agrees. Every card is derived again
 * from its source. One that waits for the rebuild job differs from nothing.
 */
export async function recountContacts(db: ReadDb, mailboxId: number): Promise<string[]> {
  const faults = await readContactFaults(db, mailboxId, SHOWN_OF_EACH);
  const rows = faults.map(
    ({ fault, entity, detail }) => `contacts: ${[fault, entity].join(' ').trim()}: ${detail}`,
  );
  const differing = await findDiffering(
    {
      ...{ name: 'contacts: card', step: CARDS_A_STEP, differencesOf },
      read: (after) => readComparedCards(db, mailboxId, after, CARDS_A_STEP),
    },
    SHOWN_OF_EACH,
  );
  return [...rows, ...differing];
}

const COLUMNS = [
  ...([
    'etag',
    'kind',
    'full_name',
    'given_key',
    'family_key',
    'organisation',
    'title',
    'email',
    'phone',
  ] as const),
  ...(['birthday', 'words', 'photo_key'] as const),
];

/** Names what was derived otherwise than this release derives it. */
function differencesOf(card: ComparedCard): string[] {
  if (card.derived_version !== DERIVED_VERSION) return [];
  const derived = tryDerive(card.source);
  if (derived === null) return [];
  const wrong: string[] = COLUMNS.filter((column) => card[column] !== derived[column]);
  // Cards in the trash have no parts; what is left of them is an orphan.
  if (card.trashed_at !== null) return wrong;
  const points = derived.points.toSorted(
    (one, other) => compare(one.kind, other.kind) || one.position - other.position,
  );
  if (
    !isDeepStrictEqual(
      card.points,
      points.map(({ kind, position, value }) => ({ kind, position, value })),
    )
  )
    wrong.push('points');
  if (!isDeepStrictEqual(card.lists, derived.lists.map(({ list_key: key }) => key).toSorted(compare)))
    wrong.push('lists');
  const group = derived.group && { ...derived.group, uids: derived.group.uids.toSorted(compare) };
  if (!isDeepStrictEqual(card.group, group)) wrong.push('group');
  return wrong;
}

/** As the collation "C" orders them. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Null for what this release can't read: it stays as it is. */
function tryDerive(source: Buffer): DerivedCard | null {
  try {
    return deriveCard(source);
  } catch (error) {
    if (error instanceof CardFault) return null;
    throw error;
  }
}
