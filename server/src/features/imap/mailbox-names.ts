import { roleOf, STARRED } from '@bocau/contract/folder-roles.ts';
import { pathKey } from '../../mail/folders/folder-names.ts';
import { type FolderRow, readFolderByKey, readFolders } from '../../mail/folders/folders.store.ts';
import { type CommandParser, decodeUtf8 } from '../../platform/imap/command-parser.ts';
import { decodeModifiedUtf7 } from '../../platform/imap/modified-utf7.ts';
import { serializeMailboxName } from '../../platform/imap/serialize.ts';
import { Refusal } from './refusal.ts';
import { mailboxOf, type Session, takesUtf8 } from './session.ts';

const SEVEN_BITS = /^[\x20-\x7e]*$/;
const NAME_BYTES = 4_000;

/** A folder's path: in modified UTF-7, or in UTF-8, which is taken from anybody as no seven bits can be meant by it. */
export function parseMailboxName(session: Session, parser: CommandParser): string {
  return readName(session, decodeUtf8(parser.astring()));
}

export function readName(session: Session, text: string): string {
  if (text.length > NAME_BYTES) throw new Refusal('CANNOT', 'The name is too long');
  return SEVEN_BITS.test(text) && !takesUtf8(session) ? decodeModifiedUtf7(text) : text;
}

export function writeName(session: Session, path: string): string {
  return serializeMailboxName(path, takesUtf8(session));
}

/** What waits to be sent is changed in the web alone, and what is starred is a list and no folder. */
function isServed({ role }: FolderRow): boolean {
  return role !== STARRED && !roleOf(role)?.pending;
}

/** The folders that programs see, the inbox first. */
export async function readServedFolders(session: Session): Promise<FolderRow[]> {
  const rows = (await readFolders(session.deps.db, mailboxOf(session))).filter(isServed);
  const order = ({ role }: FolderRow) => (role === 'INBOX' ? 0 : role === null ? 2 : 1);
  return rows.sort((a, b) => order(a) - order(b) || (a.path < b.path ? -1 : 1));
}

export async function findServedFolder(session: Session, path: string): Promise<FolderRow> {
  const found = await lookUpFolder(session, path);
  if (found === undefined) throw new Refusal('NONEXISTENT', 'There is no such folder');
  return found;
}

export async function lookUpFolder(session: Session, path: string): Promise<FolderRow | undefined> {
  const found = await readFolderByKey(session.deps.db, mailboxOf(session), pathKey(path));
  return found && isServed(found) ? found : undefined;
}
