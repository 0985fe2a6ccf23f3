import { cardsOfBook } from '../../contacts/card-resources.ts';
import { CONTACTS } from '../../kernel/contacts.ts';
import { readResourceChanges } from '../../kernel/resources.store.ts';
import { readJournalSeq } from '../../kernel/things-changed.store.ts';
import { readSyncCollection } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import { syncChanges } from '../../platform/dav/sync-changes.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import type { ReadDb } from '../../tables.ts';
import { type AskedBook, cardAnswers, pageSize } from './find-props.ts';
import { cardOf } from './open-book.ts';
import { bookHref } from './places.ts';
import { syncDirectory } from './sync-directory.ts';

/** What has changed in a book since a token (RFC 6578); without one, all that is in it. */
export async function* syncCollection(
  db: ReadDb,
  of: AskedBook,
  root: XmlElement,
  minimal: boolean,
): AsyncGenerator<readonly Xml[]> {
  const { token, limit, asked } = readSyncCollection(root);
  const path = bookHref(of.address, of.book.id);
  const cards = cardAnswers(of, asked, { minimal, isReport: true });
  const { withSource } = cards;
  if (of.book.kind === 'directory') {
    yield* syncDirectory(db, of.book.own, { path, token, limit, cards });
    return;
  }
  const { id, mailbox_id: mailboxId } = of.book.row;
  const present = await readJournalSeq(db, CONTACTS.journal, mailboxId);
  const book = {
    ...{ id, path, present, pageSize: pageSize(withSource) },
    read: (range: Parameters<typeof readResourceChanges>[2]) =>
      readResourceChanges(db, cardsOfBook(mailboxId, id, withSource), range),
    answer: ({ name, resource }: Awaited<ReturnType<typeof readResourceChanges>>[number]) =>
      resource ? cards.answer(cardOf(resource)) : cards.missing(name),
  };
  yield* syncChanges(book, { token, limit });
}
