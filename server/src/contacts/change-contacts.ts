import type { ContactChangeKind } from '../contact-tables.ts';
import { CONTACTS } from '../kernel/contacts.ts';
import { writeThings } from '../kernel/things-changed.store.ts';
import { type Clock, unixSeconds } from '../platform/clock.ts';
import { inLockingTransaction } from '../platform/db/database.ts';
import type { Db, Tx } from '../tables.ts';
import { lockContacts } from './contacts.store.ts';
import { refuseTooLarge, refuseTooMany } from './refusals.ts';

/** Notifies every http process of changed contacts; called after the commit. */
export type ContactsPublisher = { changed(mailboxId: number): void };

export type ContactsDeps = { db: Db; clock: Clock; contactsPublisher: ContactsPublisher };

/** The journal names lists by this id: which of them changed is not said. */
export const ALL_LISTS = '00000000-0000-0000-0000-000000000000';

/** One atomic change of the contacts of one mailbox. */
export type ContactsChange = {
  readonly tx: Tx;
  readonly mailboxId: number;
  /** The book of new cards. */
  readonly defaultBook: string;
  /** The journal number of this change. */
  readonly seq: number;
  /** Unix seconds; constant within the change. */
  readonly now: number;
  /** Who changes it, where that is not its owner. */
  readonly author: number | null;
  journal(kind: ContactChangeKind, entity: string): void;
  /**
   * Counts new cards and bytes of texts, or deleted ones when negative. Throws when there are too many cards; bytes are
   * looked at when all is done.
   */
  count(cards: number, bytes: number): void;
  /** Counts what is handed over, however much there is then: nobody else would have it. */
  countHandedOver(cards: number, bytes: number): void;
};

/**
 * The only way to change contacts. Locks those of the mailbox, lets `work` change books and cards, then writes
 * the journal in the same transaction, and notifies after the commit. `person` is who changes them.
 */
export async function changeContacts<T>(
  { db, clock, contactsPublisher }: ContactsDeps,
  mailboxId: number,
  work: (change: ContactsChange) => Promise<T>,
  person = mailboxId,
): Promise<T> {
  const now = unixSeconds(clock);
  let journalled = false;
  const result = await inLockingTransaction(db, `contacts ${mailboxId}`, async (tx, { send }) => {
    journalled = false;
    const locked = await lockContacts(tx, mailboxId, now);
    const seq = locked.seq + 1;
    const entries = new Map<string, { kind: ContactChangeKind; entity: string }>();
    let [cards, bytes, handedOver] = [0, 0, 0];
    const answer = await work({
      ...{ tx, mailboxId, defaultBook: locked.default_book, seq, now },
      author: person === mailboxId ? null : person,
      journal(kind, entity) {
        entries.set(`${kind} ${entity}`, { kind, entity });
      },
      count(more, moreBytes) {
        bytes += moreBytes;
        cards += more;
        if (cards > 0) refuseTooMany(locked.cards + cards);
      },
      countHandedOver(more, moreBytes) {
        handedOver += moreBytes;
        cards += more;
      },
    });
    if (entries.size === 0) return answer;
    if (bytes > 0) refuseTooLarge(locked.bytes + bytes);
    const counted = { column: 'cards', more: cards, bytes: bytes + handedOver };
    send(writeThings(tx, CONTACTS.journal, mailboxId, { seq, counted, entries: [...entries.values()], now }));
    journalled = true;
    return answer;
  });
  if (journalled) contactsPublisher.changed(mailboxId);
  return result;
}
