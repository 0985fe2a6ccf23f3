import { forceDelete } from '../../mail/folder-acts/delete-folder.ts';
import { createFolder, updateFolder } from '../../mail/folder-acts/save-folder.ts';
import { pathKey } from '../../mail/folders/folder-names.ts';
import { readSubfolders, writeSubscribed } from '../../mail/folders/folders.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { CommandParser } from '../../platform/imap/command-parser.ts';
import { findServedFolder, lookUpFolder, parseMailboxName, readServedFolders } from './mailbox-names.ts';
import { mailboxId } from './object-ids.ts';
import { Refusal } from './refusal.ts';
import { type Command, mailboxOf, type Session, SIGNED_IN } from './session.ts';

/** RFC 9051 section 6.3.4: what is missing above it is made with it. */
export const create: Command = {
  states: SIGNED_IN,
  async run(session, parser) {
    parser.space();
    const path = parseMailboxName(session, parser).replace(/\/$/, '');
    const uses = parser.take(' (') ? parseUses(parser) : [];
    parser.end();
    // Each use that there is has its system folder already (RFC 6154 section 3).
    if (uses.length > 0)
      throw new Refusal('USEATTR', `There is a folder for ${uses.join(' ')} already, or none`);
    if (await lookUpFolder(session, path))
      throw new Refusal('ALREADYEXISTS', 'There is such a folder already');
    await createAbove(session, path);
    const { id } = await createFolder(session.deps, mailboxOf(session), {
      name: lastPart(path),
      display_name: path,
    });
    return `[MAILBOXID (${mailboxId(id)})] Created`;
  },
};

/** RFC 6154 section 3. */
function parseUses(parser: CommandParser): string[] {
  parser.expect('USE ');
  const uses = parser.list(() => parser.attribute());
  parser.expect(')');
  return uses;
}

export const rename: Command = {
  states: SIGNED_IN,
  async run(session, parser) {
    parser.space();
    const from = parseMailboxName(session, parser);
    parser.space();
    const to = parseMailboxName(session, parser);
    parser.end();
    const folder = await findServedFolder(session, from);
    // It would move all mail of the inbox to another folder (section 6.3.6), which is no rename.
    if (folder.role === 'INBOX') throw new Refusal('CANNOT', 'The inbox cannot be renamed');
    const taken = await lookUpFolder(session, to);
    if (taken && taken.id !== folder.id) throw new Refusal('ALREADYEXISTS', 'There is such a folder already');
    await createAbove(session, to);
    await updateFolder(session.deps, mailboxOf(session), folder.id, { name: lastPart(to), display_name: to });
    return 'Renamed';
  },
};

/** Nothing is lost by it: the mail goes to the Trash, and a folder with others below it is refused. */
export const remove: Command = {
  states: SIGNED_IN,
  async run(session, parser) {
    parser.space();
    const path = parseMailboxName(session, parser);
    parser.end();
    const { deps } = session;
    const folder = await findServedFolder(session, path);
    if (folder.role !== null) throw new Refusal('CANNOT', 'System folders cannot be deleted');
    if ((await readSubfolders(deps.db, mailboxOf(session), folder.path)).length > 0)
      throw new Refusal('HASCHILDREN', 'There are folders below it, delete them first');
    const trash = (await readServedFolders(session)).find(({ role }) => role === 'Trash');
    if (trash === undefined) throw new Error('a mailbox without a Trash');
    await forceDelete(deps, mailboxOf(session), folder.id, trash.id);
    return 'Deleted, its messages are in the Trash';
  },
};

export const subscribe: Command = subscription(true);
export const unsubscribe: Command = subscription(false);

function subscription(value: boolean): Command {
  return {
    states: SIGNED_IN,
    async run(session, parser) {
      parser.space();
      const path = parseMailboxName(session, parser);
      parser.end();
      const { id } = await findServedFolder(session, path);
      await inTransaction(session.deps.db, (tx) => writeSubscribed(tx, mailboxOf(session), id, value));
      return value ? 'Subscribed' : 'Unsubscribed';
    },
  };
}

async function createAbove(session: Session, path: string): Promise<void> {
  const parts = path.split('/');
  if (parts.length < 2) return;
  const known = new Set((await readServedFolders(session)).map((row) => pathKey(row.path)));
  for (let depth = 1; depth < parts.length; depth += 1) {
    const above = parts.slice(0, depth).join('/');
    if (known.has(pathKey(above))) continue;
    await createFolder(session.deps, mailboxOf(session), { name: lastPart(above), display_name: above });
  }
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
