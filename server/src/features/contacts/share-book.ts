import type { BookMember } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { reachBook } from '../../contacts/access/reach.ts';
import { type ContactsDeps, changeContacts } from '../../contacts/change-contacts.ts';
import { chooseMembers } from '../../kernel/choose-members.ts';
import { BOOK_MEMBERS } from '../../kernel/contacts.ts';
import { deleteMember, readMembers, type SharedThing, writeMembers } from '../../kernel/members.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';

const LIMIT = {
  most: LIMITS.contactBooksShared,
  tooMany: (details: { limit: number; emails: string[] }) =>
    new Failure('too_many_contacts', `At most ${details.limit} books are shared with one person`, {
      details,
    }),
};

function sharedBook(mailboxId: number, id: string): SharedThing {
  return { ...BOOK_MEMBERS, mailboxId, id };
}

export async function listMembers(db: ReadDb, person: number, id: string): Promise<BookMember[]> {
  await reachBook(db, person, id, 'OWNER');
  const members = await readMembers<BookMember['permission']>(db, sharedBook(person, id));
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
  const shared = sharedBook(person, id);
  const permissions = new Map(wanted.map(({ address, permission }) => [foldAddress(address), permission]));
  const { members, told } = await chooseMembers(deps.db, shared, permissions, LIMIT);
  await changeContacts(deps, person, async (change) => {
    await writeMembers(change.tx, shared, members, change.now);
    change.journal('book', id);
  });
  for (const member of told) {
    await changeContacts(deps, member, async (change) => change.journal('book', id));
  }
  return listMembers(deps.db, person, id);
}

/** For those with whom a book is shared; its owner is told as well. */
export async function leaveBook(deps: ContactsDeps, person: number, id: string): Promise<void> {
  const { mailbox_id, permission } = await reachBook(deps.db, person, id, 'READ');
  if (permission === 'OWNER') throw new Failure('forbidden', 'A book of one’s own is deleted, not left');
  await changeContacts(deps, mailbox_id, async (change) => {
    await deleteMember(change.tx, sharedBook(mailbox_id, id), person);
    change.journal('book', id);
  });
  await changeContacts(deps, person, async (change) => change.journal('book', id));
}
