import { readResourceChanges } from '../../contacts/resources/resources.store.ts';
import { CONTACTS } from '../../kernel/contacts.ts';
import { readJournalSeq } from '../../kernel/things-changed.store.ts';
import { readSyncCollection } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import { element, text, type Xml } from '../../platform/dav/write-xml.ts';
import { dav } from '../../platform/dav/xml-names.ts';
import type { ReadDb } from '../../tables.ts';
import { type AskedBook, cardAnswers, pageSize } from './find-props.ts';
import { cardOf } from './open-book.ts';
import { bookHref } from './places.ts';
import { syncDirectory } from './sync-directory.ts';
import { syncAnew, truncated } from './sync-refusals.ts';
import { partialToken, readSyncToken, syncToken } from './sync-tokens.ts';

/** What has changed in a book since a token (RFC 6578); without one, all that is in it. */
export async function* syncCollection(
  db: ReadDb,
  of: AskedBook,
  root: XmlElement,
  minimal: boolean,
): AsyncGenerator<readonly Xml[]> {
  const { address } = of;
  const { token, limit, asked } = readSyncCollection(root);
  const cards = cardAnswers(of, asked, { minimal, isReport: true });
  if (of.book.kind === 'directory') {
    yield* syncDirectory(db, of.book.own, { path: bookHref(address, of.book.id), token, limit, cards });
    return;
  }
  const { row: book } = of.book;
  const present = await readJournalSeq(db, CONTACTS.journal, book.mailbox_id);
  const start = token === '' ? { seq: 0, name: '', base: present } : readSyncToken(book.id, token);
  // A number that was never given out is of another database, or of one that was restored since.
  if (start === null || start.base > present || start.seq > present + 1) {
    throw syncAnew();
  }
  const resources = { mailboxId: book.mailbox_id, bookId: book.id, withSource: cards.withSource };
  const { base } = start;
  const most = pageSize(cards.withSource);
  let after: { seq: number; name: string } = start;
  for (let left = limit ?? Number.POSITIVE_INFINITY; ; ) {
    const wanted = Math.min(left, most);
    const range = { after, removedAfter: base, upTo: present, limit: wanted + 1 };
    const changes = await readResourceChanges(db, resources, range);
    const page = changes.slice(0, wanted);
    yield page.map(({ name, resource }) => (resource ? cards.answer(cardOf(resource)) : cards.missing(name)));
    const last = page.at(-1);
    if (!last || changes.length <= wanted) {
      yield [element(dav('sync-token'), text(syncToken(book.id, present)))];
      return;
    }
    after = last;
    left -= page.length;
    if (left === 0) {
      const { seq, name } = last;
      yield [
        truncated(bookHref(address, book.id)),
        element(dav('sync-token'), text(partialToken(book.id, { seq, name, base }))),
      ];
      return;
    }
  }
}
