import { type ContactsDeps, changeContacts } from '../change-contacts.ts';
import { lockContacts } from '../contacts.store.ts';
import { moveBook, readHeirsOfBooks } from './hand-over.store.ts';

/**
 * Whoever leaves leaves the books that they share: each goes to who may write to it, with its cards and the others
 * with whom it is shared. Until then the others have it as before.
 */
export async function handOverBooks(deps: ContactsDeps, mailboxId: number): Promise<void> {
  for (const { id, heir } of await readHeirsOfBooks(deps.db, mailboxId)) {
    await changeContacts(deps, heir, async (change) => {
      // Others may be writing to the book.
      await lockContacts(change.tx, mailboxId, change.now);
      const { ids, bytes } = await moveBook(change.tx, {
        from: mailboxId,
        to: heir,
        book: id,
        seq: change.seq,
      });
      change.countHandedOver(ids.length, bytes);
      change.journal('book', id);
      for (const card of ids) change.journal('card', card);
    });
  }
}
