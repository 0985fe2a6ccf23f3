import type { BookMember } from '@bocau/contract/contacts.ts';
import { reachBook } from '../../contacts/access/reach.ts';
import {
  findColleagues,
  readBookMembers,
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
  const found = await findColleagues(deps.db, person, [...permissions.keys()]);
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
