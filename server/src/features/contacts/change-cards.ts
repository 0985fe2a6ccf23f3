import { LIMITS } from '@bocau/contract/limits.ts';
import type { ReachedCard } from '../../contacts/access/find-cards.store.ts';
import { reachBook, reachCards } from '../../contacts/access/reach.ts';
import { readBooks } from '../../contacts/books/books.store.ts';
import { CARD_TABLES } from '../../contacts/card-resources.ts';
import { markFavorite, readWholeCards, type WholeCard } from '../../contacts/cards/cards.store.ts';
import { deriveCard, listKey, listsOf } from '../../contacts/cards/derive-card.ts';
import { deleteCards, putCards, trashCards } from '../../contacts/cards/put-cards.ts';
import { type ContactsChange, type ContactsDeps, changeContacts } from '../../contacts/change-contacts.ts';
import { readCard } from '../../contacts/vcard/read-card.ts';
import { readTrashedIds } from '../../kernel/resources.store.ts';
import { idFromText } from '../../platform/ids.ts';
import { checkCard, editSource, leaveGroups } from './write-card.ts';

/** Sources are read so many at a time: each may have a megabyte. */
const SOURCES_AT_ONCE = 20;

export async function markContacts(
  deps: ContactsDeps,
  person: number,
  { ids, favorite }: { ids: string[]; favorite: boolean },
): Promise<void> {
  const cards = await reachCards(deps.db, person, ids, 'OWNER');
  await changeContacts(deps, person, async (change) => {
    const own = cards.map(({ id }) => id);
    await markFavorite(change.tx, person, own, favorite);
    for (const id of own) change.journal('card', id);
  });
}

export async function trashContacts(deps: ContactsDeps, person: number, ids: string[]): Promise<void> {
  await byMailbox(deps, person, await reachCards(deps.db, person, ids, 'WRITE'), (change, own) =>
    trashCards(change, own),
  );
}

export async function restoreContacts(deps: ContactsDeps, person: number, ids: string[]): Promise<void> {
  const cards = await reachCards(deps.db, person, ids, 'OWNER');
  const books = new Set((await readBooks(deps.db, person)).map(({ id }) => id));
  await byMailbox(deps, person, cards, (change, own) =>
    inPortions(change, own, async (some) => {
      const trashed = some.filter(({ trashed_at }) => trashed_at !== null);
      await putCards(
        change,
        trashed.map(({ id, book_id, source }) => ({
          ...{ id, source, derived: deriveCard(source) },
          // The book may have been deleted since.
          bookId: books.has(book_id) ? book_id : change.defaultBook,
        })),
      );
    }),
  );
}

/** Without ids everything that is in the trash. */
export async function deleteContacts(
  deps: ContactsDeps,
  person: number,
  ids: string[] | undefined,
): Promise<void> {
  if (ids) {
    const cards = await reachCards(deps.db, person, ids, 'OWNER');
    return byMailbox(deps, person, cards, (change, own) => deleteCards(change, own));
  }
  const next = () => readTrashedIds(deps.db, CARD_TABLES, person, LIMITS.idsPerCall);
  for (let ids = await next(); ids.length > 0; ids = await next()) {
    const some = ids;
    await changeContacts(deps, person, (change) => deleteCards(change, some));
  }
}

/** Into a book of the same person a card moves; into one of somebody else it is copied, and put into the trash here. */
export async function moveContacts(
  deps: ContactsDeps,
  person: number,
  { ids, book_id }: { ids: string[]; book_id: string },
): Promise<void> {
  const [cards, book] = await Promise.all([
    reachCards(deps.db, person, ids, 'WRITE'),
    reachBook(deps.db, person, book_id, 'WRITE'),
  ]);
  for (const [mailboxId, some] of Map.groupBy(cards, (card) => card.mailboxId)) {
    const own = some.map(({ id }) => id);
    const isSame = mailboxId === book.mailbox_id;
    await changeContacts(deps, book.mailbox_id, async (change) => {
      for (let from = 0; from < own.length; from += SOURCES_AT_ONCE) {
        const portion = own.slice(from, from + SOURCES_AT_ONCE);
        const found = await readWholeCards(change.tx, mailboxId, portion);
        const puts = found
          .filter(({ trashed_at }) => trashed_at === null)
          .map(({ id, source }) => ({
            id: isSame ? id : idFromText(`card ${id} in book ${book.id}`),
            ...{ bookId: book.id, source, derived: deriveCard(source) },
          }));
        await putCards(change, puts);
      }
    });
    if (!isSame) await changeContacts(deps, mailboxId, (change) => trashCards(change, own), person);
  }
}

type ListChange = { name: string; add: string[]; remove: string[] };

export async function changeContactList(
  deps: ContactsDeps,
  person: number,
  { name, add, remove }: ListChange,
): Promise<void> {
  const key = listKey(name);
  const added = new Set(add);
  const cards = await reachCards(deps.db, person, [...add, ...remove], 'WRITE');
  await byMailbox(deps, person, cards, (change, own) =>
    inPortions(change, own, async (some) => {
      const puts = some
        .filter(({ trashed_at }) => trashed_at === null)
        .map((card) => {
          const lists = listsOf(readCard(card.source).fields.lists);
          const without = lists.filter(({ list_key }) => list_key !== key).map((list) => list.name);
          const wanted = added.has(card.id) ? [...without, name.trim()] : without;
          const source = editSource(card.source, { lists: wanted }, change.now);
          return { id: card.id, bookId: card.book_id, source, isSame: source.equals(card.source) };
        })
        .filter(({ isSame }) => !isSame)
        .map(({ id, bookId, source }) => ({ id, bookId, source, derived: checkCard(source) }));
      await putCards(change, puts);
      await leaveGroups(
        change,
        some.filter(({ id }) => !added.has(id)),
        [key],
      );
    }),
  );
}

async function byMailbox(
  deps: ContactsDeps,
  person: number,
  cards: ReachedCard[],
  work: (change: ContactsChange, ids: string[]) => Promise<void>,
): Promise<void> {
  for (const [mailboxId, some] of Map.groupBy(cards, (card) => card.mailboxId)) {
    const ids = some.map(({ id }) => id);
    await changeContacts(deps, mailboxId, (change) => work(change, ids), person);
  }
}

async function inPortions(
  change: ContactsChange,
  ids: string[],
  work: (cards: WholeCard[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += SOURCES_AT_ONCE) {
    const portion = ids.slice(from, from + SOURCES_AT_ONCE);
    await work(await readWholeCards(change.tx, change.mailboxId, portion));
  }
}
