import { readCardsByUid } from '../../../contacts/cards/cards.store.ts';
import { importedCardId } from '../../../contacts/cards/chosen-ids.ts';
import type { DerivedCard } from '../../../contacts/cards/derive-card.ts';
import { inSlices, type Steps } from '../../../platform/in-slices.ts';
import type { Turns } from '../../../platform/take-turns.ts';
import type { ReadDb } from '../../../tables.ts';
import { findByNames, findByPoints, findImported } from './imports.store.ts';
import { type ImportedCard, type ImportFault, type PreparedCard, prepareCard } from './read-import.ts';

/** Where cards go, and what becomes of them. */
export type ImportTarget = {
  /** Of the import. */
  uid: string;
  /** Whose turns it takes. */
  person: number;
  mailboxId: number;
  bookId: string;
  list: string | undefined;
  at: Date;
};

type NewCard = PreparedCard & { id: string; identity: string };

export type ClassifiedCard = NewCard & {
  /** It came with an earlier try of the same import. */
  isThere: boolean;
  /**
   * A card that was there has its uid, its address or its number, or its name where one of both has neither; or the
   * file says it twice.
   */
  isDuplicate: boolean;
  hasUid: boolean;
};
export type Portion = { cards: ClassifiedCard[]; faults: ImportFault[] };

export type ClassifyDeps = { db: ReadDb; turns: Turns; signal: AbortSignal };

const AT_ONCE = 100;
/** Read and compared without a rest. */
export const CARDS_A_STEP = 4;

/** What went by of the file. */
type Seen = {
  identities: Set<string>;
  /** Of cards that this import makes or has made. */
  ids: Set<string>;
};

/** Goes through the cards of a file, some at a time, and says which are there already; also those that the file repeats. */
export async function* classifyCards(
  deps: ClassifyDeps,
  cards: ImportedCard[],
  target: ImportTarget,
): AsyncGenerator<Portion> {
  const { turns, signal } = deps;
  const ids = await inSlices(idsOf(target, cards.length), signal);
  const seen: Seen = { identities: new Set(), ids: new Set(ids) };
  for (let from = 0; from < cards.length; from += AT_ONCE) {
    const some = cards
      .slice(from, from + AT_ONCE)
      .map((card, at) => ({ card, id: ids[from + at] as string }));
    yield await turns.pace(target.person, async () => {
      const { prepared, faults } = await inSlices(prepareCards(some, target), signal);
      return { cards: await classify(deps.db, prepared, target, seen), faults };
    });
  }
}

const IDS_A_STEP = 500;

function* idsOf({ mailboxId, uid }: ImportTarget, count: number): Steps<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    if (at % IDS_A_STEP === 0) yield;
    ids.push(importedCardId(mailboxId, uid, at));
  }
  return ids;
}

function* prepareCards(
  some: { card: ImportedCard; id: string }[],
  target: ImportTarget,
): Steps<{ prepared: NewCard[]; faults: ImportFault[] }> {
  const faults: ImportFault[] = [];
  const prepared: NewCard[] = [];
  for (const [at, { card, id }] of some.entries()) {
    if (at % CARDS_A_STEP === 0) yield;
    const one = prepareCard(card, { ...target, uid: id });
    if ('problem' in one) faults.push(one);
    else prepared.push({ ...one, id, identity: card.identity() });
  }
  return { prepared, faults };
}

async function classify(
  db: ReadDb,
  prepared: NewCard[],
  { mailboxId, bookId }: ImportTarget,
  seen: Seen,
): Promise<ClassifiedCard[]> {
  const [byPoints, byNames, sameUid, there] = await Promise.all([
    findByPoints(
      db,
      mailboxId,
      prepared.flatMap(({ derived }) => valuesOf(derived)),
    ),
    findByNames(
      db,
      mailboxId,
      prepared.map(({ derived }) => ({
        ...{ key: derived.given_key, name: derived.full_name, reachable: valuesOf(derived).length > 0 },
      })),
    ),
    readCardsByUid(
      db,
      mailboxId,
      bookId,
      prepared.flatMap(({ derived }) => derived.uid ?? []),
    ),
    findImported(
      db,
      mailboxId,
      prepared.map(({ id }) => id),
    ),
  ]);
  const before = ({ id }: { id: string }) => !seen.ids.has(id);
  const values = new Set(byPoints.filter(before).map(({ value }) => value));
  const names = new Set(byNames.filter(before).map(({ place }) => place));
  const taken = new Set(sameUid.map(({ uid }) => uid));
  const imported = new Set(there.map(({ id }) => id));
  return prepared.map((card, place) => {
    const { uid } = card.derived;
    const identities = [`card ${card.identity}`, ...(uid === null ? [] : [`uid ${uid}`])];
    const hasUid = uid !== null && (taken.has(uid) || seen.identities.has(`uid ${uid}`));
    const isRepeated = identities.some((identity) => seen.identities.has(identity));
    const isKnown = valuesOf(card.derived).some((value) => values.has(value)) || names.has(place);
    for (const identity of identities) seen.identities.add(identity);
    return { ...card, isThere: imported.has(card.id), isDuplicate: hasUid || isRepeated || isKnown, hasUid };
  });
}

/** Addresses and numbers; a number without a digit says nothing. */
function valuesOf({ points }: DerivedCard): string[] {
  return points.map(({ value }) => value).filter((value) => value !== '');
}
