import { LIMITS } from '@bocau/contract/limits.ts';
import { Failure } from '../../platform/failure.ts';
import { touchBooks } from '../books/books.store.ts';
import { ALL_LISTS, type ContactsChange } from '../change-contacts.ts';
import { addToLists } from '../lists/lists.store.ts';
import { enqueueDrawing } from '../photos/enqueue-drawing.ts';
import { deletePhotos } from '../photos/photos.store.ts';
import {
  deleteCardParts,
  deleteTrashed,
  forgetRemoved,
  insertCardParts,
  markTrashed,
  type PlacedCard,
  readCardsByUid,
  readPlacedCards,
  writeCards,
  writeRemoved,
} from './cards.store.ts';
import type { CardList, DerivedCard } from './derive-card.ts';

export type CardPut = {
  /** Of a card that is there, in the trash or not, or of a new one. */
  id: string;
  bookId: string;
  /** Of the resource; without it a card keeps its name, and a new one gets one made of its id. */
  name?: string;
  source: Buffer;
  /** What `deriveCard` says of the source; parsed before the contacts are locked. */
  derived: DerivedCard;
};

/**
 * Writes cards with everything that is derived from them: the only way that a card comes into being, changes, moves
 * into another book or leaves the trash.
 */
export async function putCards(change: ContactsChange, puts: CardPut[]): Promise<void> {
  if (puts.length === 0) return;
  const { tx, mailboxId, seq, now } = change;
  const ids = puts.map(({ id }) => id);
  const before = new Map((await readPlacedCards(tx, mailboxId, ids)).map((card) => [card.id, card]));
  change.count(puts.filter(({ id }) => !before.has(id)).length);
  const cards = puts.map(({ id, bookId, name, source, derived: { points, lists, uid, ...columns } }) => ({
    ...columns,
    ...{ id, book_id: bookId, uid: uid ?? id, seq, created_at: now, changed_at: now },
    name: name ?? before.get(id)?.name ?? `${id}.vcf`,
    source: source.toString('base64'),
  }));
  await refuseTakenUids(change, cards);
  await writeRemoved(tx, mailboxId, leftNames(cards, before), change);
  await forgetRemoved(tx, mailboxId, cards);
  await writeCards(tx, mailboxId, cards);
  const parts = puts.map(({ id, derived }) => ({ ...derived, id }));
  await replaceParts(change, [...before.keys()], parts);
  const inBooks = sumUp([
    ...[...before.values()].filter(isListed).map(({ book_id }) => [book_id, -1] as const),
    // A group counts nowhere, and its book has changed all the same.
    ...cards.map(({ book_id, kind }) => [book_id, kind === 'group' ? 0 : 1] as const),
  ]);
  await touchBooks(tx, mailboxId, seq, inBooks);
  if (puts.some(({ derived }) => derived.photo_key !== null)) await enqueueDrawing(tx, mailboxId);
  for (const id of ids) change.journal('card', id);
}

/** Puts cards into the trash; those that are there already stay as they are. */
export async function trashCards(change: ContactsChange, ids: string[]): Promise<void> {
  const { tx, mailboxId, seq } = change;
  const cards = (await readPlacedCards(tx, mailboxId, ids)).filter(({ trashed_at }) => trashed_at === null);
  if (cards.length === 0) return;
  const live = cards.map(({ id }) => id);
  await markTrashed(tx, mailboxId, live, change);
  await writeRemoved(
    tx,
    mailboxId,
    cards.map(({ book_id, name }) => ({ book_id, name })),
    change,
  );
  await replaceParts(change, live, []);
  const inBooks = sumUp(cards.map((card) => [card.book_id, isListed(card) ? -1 : 0] as const));
  await touchBooks(tx, mailboxId, seq, inBooks);
  for (const id of live) change.journal('card', id);
}

/** Deletes cards for good that are in the trash. */
export async function deleteCards(change: ContactsChange, ids: string[]): Promise<void> {
  const gone = await deleteTrashed(change.tx, change.mailboxId, ids);
  await deletePhotos(change.tx, change.mailboxId, gone);
  change.count(-gone.length);
  for (const id of gone) change.journal('card', id);
}

function isListed({ kind, trashed_at }: PlacedCard): boolean {
  return kind !== 'group' && trashed_at === null;
}

type NamedCard = { id: string; book_id: string; uid: string; name: string };

/** Two cards of a book must not have one uid: a program would take them for one. */
async function refuseTakenUids({ tx, mailboxId }: ContactsChange, cards: NamedCard[]): Promise<void> {
  for (const [bookId, some] of Map.groupBy(cards, ({ book_id }) => book_id)) {
    const uids = some.map(({ uid }) => uid);
    const others = await readCardsByUid(tx, mailboxId, bookId, uids);
    const own = new Map(some.map(({ uid, id }) => [uid, id]));
    const taken = others.find(({ uid, id }) => own.get(uid) !== id);
    if (own.size === uids.length && !taken) continue;
    throw new Failure('already_exists', 'A card with this UID is in the book', {
      details: { precondition: 'no-uid-conflict', name: taken?.name },
    });
  }
}

/** Names under which programs no longer find cards that moved or were renamed. */
function leftNames(cards: NamedCard[], before: ReadonlyMap<string, PlacedCard>) {
  return cards.flatMap(({ id, book_id, name }) => {
    const old = before.get(id);
    if (!old || old.trashed_at !== null || (old.book_id === book_id && old.name === name)) return [];
    return [{ book_id: old.book_id, name: old.name }];
  });
}

type Parts = Parameters<typeof insertCardParts>[2];

async function replaceParts(change: ContactsChange, old: string[], parts: Parts): Promise<void> {
  const { tx, mailboxId } = change;
  const left = old.length === 0 ? [] : await deleteCardParts(tx, mailboxId, old);
  await insertCardParts(tx, mailboxId, parts);
  const named = new Map<string, CardList>();
  for (const list of parts.flatMap(({ lists }) => lists)) named.set(list.list_key, list);
  const more = sumUp([
    ...left.map((key) => [key, -1] as const),
    ...parts.flatMap(({ lists }) => lists.map(({ list_key }) => [list_key, 1] as const)),
  ]).map(({ id, more }) => ({ list_key: id, name: named.get(id)?.name ?? id, more }));
  const changed = more.filter((list) => list.more !== 0);
  if (changed.length === 0) return;
  const lists = await addToLists(tx, mailboxId, changed);
  const limit = LIMITS.contactLists;
  if (lists > limit)
    throw new Failure('too_many_contacts', `There are at most ${limit} lists`, { details: { limit } });
  change.journal('list', ALL_LISTS);
}

function sumUp(changes: (readonly [string, number])[]): { id: string; more: number }[] {
  const sums = new Map<string, number>();
  for (const [id, more] of changes) sums.set(id, (sums.get(id) ?? 0) + more);
  return [...sums].map(([id, more]) => ({ id, more }));
}
