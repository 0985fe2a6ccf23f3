import { readBooks } from '../../../contacts/books/books.store.ts';
import type { CardPut } from '../../../contacts/cards/card-put.ts';
import { markFavorite, readWholeCards, type WholeCard } from '../../../contacts/cards/cards.store.ts';
import { deriveCard, listKey, listsOf } from '../../../contacts/cards/derive-card.ts';
import { putCards, trashCards } from '../../../contacts/cards/put-cards.ts';
import type { ContactsChange } from '../../../contacts/change-contacts.ts';
import { editCards } from '../../../contacts/groups/edit-cards.ts';
import { editCard } from '../../../contacts/vcard/edit-card.ts';
import { readCard } from '../../../contacts/vcard/read-card.ts';
import { leaveGroups } from '../write-card.ts';
import type { BulkJob, BulkStep } from './bulk.store.ts';

/** Sources are read so many at a time: each may have a megabyte. */
const AT_ONCE = 20;

/** Does to the cards what the job says; returns those that it changed, with what its undo has to know. */
export async function actOnCards(change: ContactsChange, job: BulkJob, ids: string[]): Promise<BulkStep[]> {
  const { act, orders } = job;
  switch (act) {
    case 'trash': {
      const kept = (await readAll(change, ids)).filter(isKept);
      await trashCards(change, kept.map(idOf));
      return kept.map((card) => step(card));
    }
    case 'restore':
      return (await restore(change, ids)).map(({ id }) => ({ card_id: id, book_id: null, is_group: false }));
    case 'favorite':
    case 'unfavorite': {
      const on = act === 'favorite';
      const others = (await readAll(change, ids)).filter((card) => isKept(card) && card.favorite !== on);
      await mark(change, others.map(idOf), on);
      return others.map((card) => step(card));
    }
    case 'list': {
      const name = orders.to_list ?? '';
      return edit(change, ids, (lists) =>
        lists.some((one) => listKey(one) === listKey(name)) ? lists : [...lists, name],
      );
    }
    case 'relist':
      return edit(change, ids, (lists) => renamed(lists, orders.where.list ?? '', orders.to_list ?? null));
    case 'move': {
      const moved = (await readAll(change, ids)).filter(
        (card) => isKept(card) && card.book_id !== orders.to_book_id,
      );
      await put(change, moved, () => orders.to_book_id ?? change.defaultBook);
      return moved.map((card) => step(card, card.book_id));
    }
  }
}

/** The cards of the kind `group` that are the list: renamed with it, or put into the trash. */
export async function actOnGroups(change: ContactsChange, job: BulkJob, ids: string[]): Promise<BulkStep[]> {
  const to = job.orders.to_list ?? null;
  if (to === null) await trashCards(change, ids);
  else await putCards(change, await renamedGroups(change, ids, to));
  return ids.map((id) => ({ card_id: id, book_id: null, is_group: true }));
}

/** Puts back what the steps say, as far as it is still as the job left it. */
export async function undoSteps(change: ContactsChange, job: BulkJob, steps: BulkStep[]): Promise<void> {
  const ids = steps.filter(({ is_group }) => !is_group).map(({ card_id }) => card_id);
  const groups = steps.filter(({ is_group }) => is_group).map(({ card_id }) => card_id);
  const { act, orders } = job;
  const from = orders.where.list ?? '';
  const to = orders.to_list ?? null;
  if (groups.length > 0) {
    if (to === null) await restore(change, groups);
    else await putCards(change, await renamedGroups(change, groups, from));
  }
  if (ids.length === 0) return;
  switch (act) {
    case 'trash':
      await restore(change, ids);
      return;
    case 'restore':
      await trashCards(change, ids);
      return;
    case 'favorite':
    case 'unfavorite':
      await mark(change, ids, act === 'unfavorite');
      return;
    case 'list': {
      const key = listKey(to ?? '');
      await edit(change, ids, (lists) => lists.filter((name) => listKey(name) !== key));
      await leaveGroups(change, await readAll(change, ids), [key]);
      return;
    }
    case 'relist':
      await edit(change, ids, (lists) => {
        if (to !== null) return renamed(lists, to, from);
        return lists.some((name) => listKey(name) === listKey(from)) ? lists : [...lists, from];
      });
      return;
    case 'move': {
      const books = new Map(steps.map(({ card_id, book_id }) => [card_id, book_id]));
      const own = new Set((await readBooks(change.tx, change.mailboxId)).map(({ id }) => id));
      const cards = (await readAll(change, ids)).filter(
        (card) => isKept(card) && card.book_id === orders.to_book_id,
      );
      await put(change, cards, ({ id }) => {
        const book = books.get(id) ?? '';
        return own.has(book) ? book : change.defaultBook;
      });
    }
  }
}

function renamed(lists: string[], from: string, to: string | null): string[] {
  const key = listKey(from);
  if (!lists.some((name) => listKey(name) === key)) return lists;
  const others = lists.filter(
    (name) => listKey(name) !== key && (to === null || listKey(name) !== listKey(to)),
  );
  return to === null ? others : [...others, to];
}

/** Changes the lists whose names the cards carry; a card that would become too large stays as it is. */
async function edit(
  change: ContactsChange,
  ids: string[],
  next: (lists: string[]) => string[],
): Promise<BulkStep[]> {
  const steps: BulkStep[] = [];
  for (const some of portions(ids)) {
    const live = (await readWholeCards(change.tx, change.mailboxId, some)).filter(isKept).map(idOf);
    const puts = await editCards(change, live, ({ source }, { at }) => {
      const before = listsOf(readCard(source).fields.lists).map(({ name }) => name);
      const lists = next(before);
      return lists === before ? source : editCard(source, { lists }, undefined, { at });
    });
    await putCards(change, puts);
    steps.push(...puts.map(({ id }) => ({ card_id: id, book_id: null, is_group: false })));
  }
  return steps;
}

function renamedGroups(change: ContactsChange, ids: string[], name: string): Promise<CardPut[]> {
  return editCards(change, ids, ({ source }, { at }) =>
    editCard(source, { full_name: name }, undefined, { at }),
  );
}

/** Brings cards back from the trash, those whose book is gone into the default one; returns them. */
async function restore(change: ContactsChange, ids: string[]): Promise<WholeCard[]> {
  const books = new Set((await readBooks(change.tx, change.mailboxId)).map(({ id }) => id));
  const trashed = (await readAll(change, ids)).filter((card) => !isKept(card));
  await put(change, trashed, ({ book_id }) => (books.has(book_id) ? book_id : change.defaultBook));
  return trashed;
}

async function put(
  change: ContactsChange,
  cards: WholeCard[],
  bookOf: (card: WholeCard) => string,
): Promise<void> {
  await putCards(
    change,
    cards.map((card) => ({
      ...{ id: card.id, bookId: bookOf(card), source: card.source },
      derived: deriveCard(card.source),
    })),
  );
}

async function mark({ tx, mailboxId, journal }: ContactsChange, ids: string[], on: boolean): Promise<void> {
  if (ids.length === 0) return;
  await markFavorite(tx, mailboxId, ids, on);
  for (const id of ids) journal('card', id);
}

async function readAll({ tx, mailboxId }: ContactsChange, ids: string[]): Promise<WholeCard[]> {
  const cards: WholeCard[] = [];
  for (const some of portions(ids)) cards.push(...(await readWholeCards(tx, mailboxId, some)));
  return cards;
}

function portions(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}

function isKept({ trashed_at }: Pick<WholeCard, 'trashed_at'>): boolean {
  return trashed_at === null;
}

function idOf({ id }: { id: string }): string {
  return id;
}

function step({ id }: { id: string }, bookId: string | null = null): BulkStep {
  return { card_id: id, book_id: bookId, is_group: false };
}
