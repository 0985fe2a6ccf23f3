import { readCardsByUid } from '../../../contacts/cards/cards.store.ts';
import { importedCardId } from '../../../contacts/cards/chosen-ids.ts';
import type { ReadDb } from '../../../tables.ts';
import { findImported, findKnown } from './imports.store.ts';
import { type ImportedCard, type ImportFault, type PreparedCard, prepareCard } from './read-import.ts';

/** Where cards go, and what becomes of them. */
export type ImportTarget = {
  /** Of the import. */
  uid: string;
  mailboxId: number;
  bookId: string;
  list: string | undefined;
  at: Date;
};

export type ClassifiedCard = PreparedCard & {
  id: string;
  /** It came with an earlier try of the same import. */
  isThere: boolean;
  /** Another card has its address, its number, its whole name or its uid. */
  isDuplicate: boolean;
  hasUid: boolean;
};
export type Portion = { cards: ClassifiedCard[]; faults: ImportFault[] };

const AT_ONCE = 100;

/** Goes through the cards of a file, some at a time, and says which are there already; also those that the file repeats. */
export async function* classifyCards(
  db: ReadDb,
  cards: ImportedCard[],
  target: ImportTarget,
): AsyncGenerator<Portion> {
  const seen = new Set<string>();
  for (let from = 0; from < cards.length; from += AT_ONCE) {
    const faults: ImportFault[] = [];
    const prepared: (PreparedCard & { id: string })[] = [];
    for (const [at, card] of cards.slice(from, from + AT_ONCE).entries()) {
      const id = importedCardId(target.mailboxId, target.uid, from + at);
      const one = prepareCard(card, { ...target, uid: id });
      if ('problem' in one) faults.push(one);
      else prepared.push({ ...one, id });
    }
    yield { cards: await classify(db, prepared, target, seen), faults };
  }
}

async function classify(
  db: ReadDb,
  prepared: (PreparedCard & { id: string })[],
  { mailboxId, bookId }: ImportTarget,
  seen: Set<string>,
): Promise<ClassifiedCard[]> {
  const uids = prepared.flatMap(({ derived }) => derived.uid ?? []);
  const [known, sameUid, there] = await Promise.all([
    findKnown(db, mailboxId, {
      values: prepared.flatMap(({ derived }) => derived.points.map(({ value }) => value)),
      keys: prepared.map(({ derived }) => derived.given_key),
    }),
    readCardsByUid(db, mailboxId, bookId, uids),
    findImported(
      db,
      mailboxId,
      prepared.map(({ id }) => id),
    ),
  ]);
  const taken = new Set(sameUid.map(({ uid }) => uid));
  const imported = new Set(there.map(({ id }) => id));
  return prepared.map((card) => {
    const { derived } = card;
    const hasUid = derived.uid !== null && (taken.has(derived.uid) || seen.has(`uid ${derived.uid}`));
    const marks = [derived.full_name, ...derived.points.map(({ value }) => value)];
    const isDuplicate = hasUid || marks.some((mark) => mark !== '' && (known.has(mark) || seen.has(mark)));
    for (const mark of marks) seen.add(mark);
    if (derived.uid !== null) seen.add(`uid ${derived.uid}`);
    return { ...card, isThere: imported.has(card.id), isDuplicate, hasUid };
  });
}
