import { readDirectoryState } from '../../contacts/directory/listed-people.store.ts';
import { CONTACTS } from '../../kernel/contacts.ts';
import { readJournalSeq } from '../../kernel/things-changed.store.ts';
import type { Asked } from '../../platform/dav/properties.ts';
import { syncToken } from '../../platform/dav/sync-tokens.ts';
import { calendarServer, dav } from '../../platform/dav/xml-names.ts';
import type { ReadDb } from '../../tables.ts';
import { directoryTag, directoryToken } from './directory-tokens.ts';
import type { OpenBook } from './open-book.ts';

/** What a book says of itself. */
export type AboutBook = {
  title: string;
  /** Another one when anything in it is. */
  ctag: string;
  token: string;
  /** Null: it is nobody's. */
  owner: string | null;
  permission: 'READ' | 'WRITE' | 'OWNER';
};

/** `address` is the one of the caller under which the book is asked about. */
export async function aboutBook(
  db: ReadDb,
  book: OpenBook,
  { address, asked }: { address: string; asked: Asked },
): Promise<AboutBook> {
  if (book.kind === 'directory') {
    // All of the directory is looked at for it.
    const state = wantsState(asked) ? await readDirectoryState(db, book.own) : '';
    return {
      title: book.title,
      ctag: directoryTag(state),
      token: directoryToken(state),
      ...{ owner: null, permission: 'READ' },
    };
  }
  const { id, name, seq, mailbox_id, permission, owner_name, owner_email } = book.row;
  const isOwn = permission === 'OWNER';
  return {
    title: isOwn ? name : `${name} (${owner_name || owner_email})`,
    ctag: String(seq),
    token: syncToken(id, await readJournalSeq(db, CONTACTS.journal, mailbox_id)),
    owner: isOwn ? address : owner_email,
    permission,
  };
}

const OF_STATE: readonly string[] = [calendarServer('getctag'), dav('sync-token')];

function wantsState(asked: Asked): boolean {
  if (asked.kind !== 'props') return asked.kind === 'all';
  return asked.props.some(({ name }) => OF_STATE.includes(name));
}
