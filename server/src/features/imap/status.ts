import type { FolderState } from '../../mail/messages/folder-states.store.ts';
import { readFolderStatuses } from './folder-state.ts';
import { findServedFolder, parseMailboxName, writeName } from './mailbox-names.ts';
import { mailboxId } from './object-ids.ts';
import { type Command, enableCondstore, type Session, SIGNED_IN } from './session.ts';
import type { StatusItem } from './status-items.ts';
import { parseStatusItems } from './status-items.ts';

export const status: Command = {
  states: SIGNED_IN,
  isPaced: true,
  async run(session, parser) {
    parser.space();
    const path = parseMailboxName(session, parser);
    parser.space();
    const items = parseStatusItems(parser);
    parser.end();
    if (items.includes('HIGHESTMODSEQ')) enableCondstore(session);
    const folder = await findServedFolder(session, path);
    const found = (await readFolderStatuses(session, [folder.id])).get(folder.id);
    if (found === undefined) throw new Error('a folder without a status');
    session.connection.send(serializeStatus(session, folder.path, items, found));
    return 'That is all';
  },
};

export function serializeStatus(
  session: Session,
  path: string,
  items: StatusItem[],
  found: FolderState,
): string {
  const values = items.map((item) => `${item} ${statusValue(session, item, found)}`);
  return `* STATUS ${writeName(session, path)} (${values.join(' ')})\r\n`;
}

function statusValue({ deps }: Session, item: StatusItem, found: FolderState): number | string {
  switch (item) {
    case 'MESSAGES':
      return found.messages;
    case 'RECENT':
      return 0;
    case 'UIDNEXT':
      return found.uid_next;
    case 'UIDVALIDITY':
      return found.uid_validity;
    case 'UNSEEN':
      return found.unseen;
    case 'SIZE':
      return found.size;
    case 'DELETED':
      return found.deleted;
    case 'HIGHESTMODSEQ':
      return found.highest_modseq;
    case 'APPENDLIMIT':
      return deps.maxBytes;
    case 'MAILBOXID':
      return `(${mailboxId(found.folder_id)})`;
    case 'DELETED-STORAGE':
      return Math.ceil(found.deleted_size / 1024);
  }
}
