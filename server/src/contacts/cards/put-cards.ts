import {
  deleteTrashed,
  forgetRemoved,
  markTrashed,
  type ResourceName,
  writeRemoved,
} from '../../kernel/resources.store.ts';
import { Failure } from '../../platform/failure.ts';
import { touchBooks } from '../books/books.store.ts';
import { CARD_TABLES } from '../card-resources.ts';
import type { ContactsChange } from '../change-contacts.ts';
import { editGroups, type ListMove } from '../groups/edit-groups.ts';
import { followGroups } from '../groups/follow-groups.ts';
import { type Group, insertGroups, joinByGroup, takeGroups } from '../groups/groups.store.ts';
import { countLists } from '../lists/count-lists.ts';
import { enqueueDrawing } from '../photos/enqueue-drawing.ts';
import { deletePhotos } from '../photos/photos.store.ts';
import type { CardPut } from './card-put.ts';
import {
  deleteCardParts,
  insertCardParts,
  type LeftList,
  type PlacedCard,
  readCardsByUid,
  readPlacedCards,
  writeCards,
} from './cards.store.ts';

/**
 * Writes cards with everything that is derived from them: the only way that a card comes into being, changes, moves
 * into another book or leaves the trash.
 */
export async function putCards(change: ContactsChange, puts: CardPut[]): Promise<void> {
  if (puts.length === 0) return;
  const { tx, mailboxId, seq, now } = change;
  const ids = puts.map(({ id }) => id);
  const before = new Map((await readPlacedCards(tx, mailboxId, ids)).map((card) => [card.id, card]));
  for (const { id, source } of puts) {
    const old = before.get(id);
    change.count(old ? 0 : 1, source.length - (old?.bytes ?? 0));
  }
  const cards = puts.map(({ id, bookId, name, source, derived: { points, lists, uid, ...columns } }) => ({
    ...columns,
    ...{ id, book_id: bookId, uid: uid ?? id, seq, created_at: now, changed_at: now },
    name: name ?? before.get(id)?.name ?? `${id}.vcf`,
    source: source.toString('base64'),
  }));
  await refuseTakenUids(change, cards);
  await writeRemoved(tx, CARD_TABLES, mailboxId, { names: leftNames(cards, before), seq, now });
  await forgetRemoved(tx, CARD_TABLES, mailboxId, cards.map(nameOf));
  await writeCards(tx, mailboxId, cards);
  const groups = groupsOf(puts);
  const oldGroups = await takeGroups(tx, mailboxId, ids);
  if (groups.length > 0) await insertGroups(tx, mailboxId, groups);
  const left = await replaceParts(
    change,
    [...before.keys()],
    puts.map(({ id, derived }) => ({ ...derived, id })),
  );
  const inBooks = sumUp([
    ...[...before.values()].filter(isListed).map(({ book_id }) => [book_id, -1] as const),
    // A group counts nowhere, and its book has changed all the same.
    ...cards.map(({ book_id, kind }) => [book_id, kind === 'group' ? 0 : 1] as const),
  ]);
  await touchBooks(tx, mailboxId, seq, inBooks);
  if (puts.some(({ derived }) => derived.photo_key !== null)) await enqueueDrawing(tx, mailboxId);
  for (const id of ids) change.journal('card', id);
  // Neither of these leads to more than one other: groups gain members, or cards lose names.
  await putCards(change, await followGroups(change, oldGroups, groups));
  await putCards(change, await editGroups(change, gainedLists(puts, before, left)));
}

function groupsOf(puts: CardPut[]): Group[] {
  return puts.flatMap(({ id, bookId, derived: { group } }) =>
    group === null ? [] : [{ card_id: id, book_id: bookId, ...group }],
  );
}

/** Lists whose names cards carry now, and did not carry in this book before. */
function gainedLists(puts: CardPut[], before: ReadonlyMap<string, PlacedCard>, left: LeftList[]): ListMove[] {
  const carried = Map.groupBy(left, ({ card_id }) => card_id);
  return puts.flatMap(({ id, bookId, derived: { uid, lists } }) => {
    const known = before.get(id)?.book_id === bookId ? (carried.get(id) ?? []) : [];
    return lists
      .filter(({ list_key }) => !known.some((old) => !old.by_group && old.list_key === list_key))
      .map(({ list_key }) => ({ bookId, uid: uid ?? id, listKey: list_key, joins: true }));
  });
}

/** Puts cards into the trash; those that are there already stay as they are. */
export async function trashCards(change: ContactsChange, ids: string[]): Promise<void> {
  const { tx, mailboxId, seq, now, author } = change;
  const cards = (await readPlacedCards(tx, mailboxId, ids)).filter(({ trashed_at }) => trashed_at === null);
  if (cards.length === 0) return;
  const live = cards.map(({ id }) => id);
  await markTrashed(tx, CARD_TABLES, mailboxId, { ids: live, seq, now, author });
  await writeRemoved(tx, CARD_TABLES, mailboxId, { names: cards.map(nameOf), seq, now });
  await replaceParts(change, live, []);
  const inBooks = sumUp(cards.map((card) => [card.book_id, isListed(card) ? -1 : 0] as const));
  await touchBooks(tx, mailboxId, seq, inBooks);
  for (const id of live) change.journal('card', id);
  await putCards(change, await followGroups(change, await takeGroups(tx, mailboxId, live), []));
}

/** Deletes cards for good that are in the trash. */
export async function deleteCards(change: ContactsChange, ids: string[]): Promise<void> {
  const gone = await deleteTrashed(change.tx, CARD_TABLES, change.mailboxId, ids);
  await deletePhotos(change.tx, change.mailboxId, gone.ids);
  change.count(-gone.ids.length, -gone.bytes);
  for (const id of gone.ids) change.journal('card', id);
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
function leftNames(cards: NamedCard[], before: ReadonlyMap<string, PlacedCard>): ResourceName[] {
  return cards.flatMap(({ id, book_id, name }) => {
    const old = before.get(id);
    if (!old || old.trashed_at !== null || (old.book_id === book_id && old.name === name)) return [];
    return [nameOf(old)];
  });
}

function nameOf({ book_id, name }: { book_id: string; name: string }): ResourceName {
  return { collection: book_id, name };
}

type Parts = Parameters<typeof insertCardParts>[2];

/** Addresses, numbers and lists of cards anew. Returns the lists in which they were. */
export async function replaceParts(change: ContactsChange, old: string[], parts: Parts): Promise<LeftList[]> {
  const { tx, mailboxId } = change;
  const left = old.length === 0 ? [] : await deleteCardParts(tx, mailboxId, old);
  await insertCardParts(tx, mailboxId, parts);
  const ids = parts.map(({ id }) => id);
  const joined = ids.length === 0 ? [] : await joinByGroup(tx, mailboxId, ids);
  await countLists(change, left, [...parts.flatMap(({ lists }) => lists), ...joined]);
  return left;
}

function sumUp(changes: (readonly [string, number])[]): { id: string; more: number }[] {
  const sums = new Map<string, number>();
  for (const [id, more] of changes) sums.set(id, (sums.get(id) ?? 0) + more);
  return [...sums].map(([id, more]) => ({ id, more }));
}
