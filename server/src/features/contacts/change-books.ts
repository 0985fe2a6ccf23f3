import type { ContactBook } from '@bocau/contract/contacts.ts';
import { fold } from '@bocau/contract/fold.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { reachBook } from '../../contacts/access/reach.ts';
import {
  deleteBook,
  hasBookNamed,
  insertBook,
  readBooks,
  readIdsOfBook,
  renameBook,
} from '../../contacts/books/books.store.ts';
import { trashCards } from '../../contacts/cards/put-cards.ts';
import { type ContactsDeps, changeContacts } from '../../contacts/change-contacts.ts';
import { collectionName } from '../../kernel/collection-name.ts';
import { isOfColleague } from '../../kernel/members.store.ts';
import { Failure } from '../../platform/failure.ts';
import { isIdFromText, newId } from '../../platform/ids.ts';
import { showBook } from './show-contacts.ts';

export async function createBook(
  deps: ContactsDeps,
  person: number,
  given: string,
  id: string = newId(deps.clock),
): Promise<ContactBook> {
  const name = collectionName(given);
  await changeContacts(deps, person, async (change) => {
    const own = (await readBooks(change.tx, person)).filter(({ permission }) => permission === 'OWNER');
    const limit = LIMITS.contactBooks;
    if (own.length >= limit)
      throw new Failure('too_many_contacts', `There are at most ${limit} books`, { details: { limit } });
    // In the words of any other book that can't be made here: it is not told that there is one of this id.
    if (isIdFromText(id) || (await isOfColleague(change.tx, 'contact_books', person, id))) throw nameTaken();
    const { seq, now } = change;
    const book = { id, name, name_key: fold(name), seq, created_at: now };
    if (!(await insertBook(change.tx, person, book))) throw nameTaken();
    change.journal('book', id);
  });
  return showBook(await reachBook(deps.db, person, id, 'OWNER'));
}

export async function changeBookName(
  deps: ContactsDeps,
  person: number,
  id: string,
  given: string,
): Promise<ContactBook> {
  const name = collectionName(given);
  await reachBook(deps.db, person, id, 'OWNER');
  await changeContacts(deps, person, async (change) => {
    const name_key = fold(name);
    if (await hasBookNamed(change.tx, person, name_key, id)) throw nameTaken();
    await renameBook(change.tx, person, { id, name, name_key, seq: change.seq });
    change.journal('book', id);
  });
  return showBook(await reachBook(deps.db, person, id, 'OWNER'));
}

/** Its cards go into the trash, some hundred at a time, and the book with the last of them. */
export async function removeBook(deps: ContactsDeps, person: number, id: string): Promise<void> {
  const book = await reachBook(deps.db, person, id, 'OWNER');
  if (book.is_default) throw new Failure('forbidden', 'The book that new cards go to stays');
  for (let goesOn = true; goesOn; ) {
    await changeContacts(deps, person, async (change) => {
      const ids = await readIdsOfBook(change.tx, person, id, LIMITS.idsPerCall);
      await trashCards(change, ids);
      goesOn = ids.length === LIMITS.idsPerCall;
      if (goesOn) return;
      await deleteBook(change.tx, person, id);
      change.journal('book', id);
    });
  }
}

function nameTaken(): Failure {
  return new Failure('already_exists', 'There is a book of this name');
}
