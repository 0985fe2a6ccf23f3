import type { BookMember } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { reachBook } from '../../contacts/access/reach.ts';
import {
  type BookMemberRow,
  type Colleague,
  deleteBookMember,
  findColleagues,
  readBookMembers,
  readPeopleWithBooks,
  writeBookMembers,
} from '../../contacts/books/book-members.store.ts';
import { type ContactsDeps, changeContacts } from '../../contacts/change-contacts.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';

export async function listMembers(db: ReadDb, person: number, id: string): Promise<BookMember[]> {
  await reachBook(db, person, id, 'OWNER');
  const members = await readBookMembers(db, person, id);
  return members.map(({ email, name, permission }) => ({ email, name, permission }));
}

type Wanted = { address: string; permission: 'READ' | 'WRITE' };

/** Shares a book with these people of the domain, and with nobody else; whoever gains or loses it is told. */
export async function shareBook(
  deps: ContactsDeps,
  person: number,
  id: string,
  wanted: Wanted[],
): Promise<BookMember[]> {
  await reachBook(deps.db, person, id, 'OWNER');
  const before = await readBookMembers(deps.db, person, id);
  const permissions = new Map(wanted.map(({ address, permission }) => [foldAddress(address), permission]));
  const found = await findColleagues(deps.db, person, id, [...permissions.keys()]);
  const known = new Set(found.map(({ address }) => address));
  const unknown = [...permissions.keys()].filter((address) => !known.has(address));
  if (unknown.length > 0) {
    throw new Failure('invalid_recipients', 'Books are shared with people of one’s own domain', {
      details: { emails: unknown },
    });
  }
  const members = found.map(({ mailbox_id, address }) => ({
    with_mailbox_id: mailbox_id,
    permission: permissions.get(address) ?? 'READ',
  }));
  await refuseFull(deps.db, before, found);
  await changeContacts(deps, person, async (change) => {
    await writeBookMembers(change.tx, person, id, members, change.now);
    change.journal('book', id);
  });
  const told = new Set([...before, ...members].map(({ with_mailbox_id }) => with_mailbox_id));
  for (const member of told) {
    await changeContacts(deps, member, async (change) => change.journal('book', id));
  }
  return listMembers(deps.db, person, id);
}

/** Nobody asks those with whom a book is shared: one colleague is not to fill their list. */
async function refuseFull(db: ReadDb, before: BookMemberRow[], found: Colleague[]): Promise<void> {
  const had = new Set(before.map(({ with_mailbox_id }) => with_mailbox_id));
  const added = found.filter(({ mailbox_id }) => !had.has(mailbox_id));
  const limit = LIMITS.contactBooksShared;
  const people = added.map(({ mailbox_id }) => mailbox_id);
  const full = await readPeopleWithBooks(db, people, limit);
  if (full.size === 0) return;
  const emails = added.filter(({ mailbox_id }) => full.has(mailbox_id)).map(({ address }) => address);
  throw new Failure('too_many_contacts', `At most ${limit} books are shared with one person`, {
    details: { limit, emails },
  });
}

/** For those with whom a book is shared; its owner is told as well. */
export async function leaveBook(deps: ContactsDeps, person: number, id: string): Promise<void> {
  const { mailbox_id, permission } = await reachBook(deps.db, person, id, 'READ');
  if (permission === 'OWNER') throw new Failure('forbidden', 'A book of one’s own is deleted, not left');
  await changeContacts(deps, mailbox_id, async (change) => {
    await deleteBookMember(change.tx, mailbox_id, id, person);
    change.journal('book', id);
  });
  await changeContacts(deps, person, async (change) => change.journal('book', id));
}
