import { refuseOverQuota } from '../../mail/attachments/mailbox-quota.ts';
import type { FolderRow } from '../../mail/folders/folders.store.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { readSources } from '../../mail/messages/folder-uids.store.ts';
import { markInFolder } from '../../mail/messages/mark-in-folder.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { checkFolders } from '../../mail/messages/move-messages.ts';
import { type NewMessage, newMessage } from '../../mail/messages/new-message.ts';
import { giveUids } from '../../mail/messages/open-folder.ts';
import { mergeIntoSubmitted } from '../../mail/messages/sent-copies.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Flags } from './flags.ts';
import { type MessageState, readGivenUids } from './folder-state.ts';
import { Refusal } from './refusal.ts';
import { mailboxOf, type Session } from './session.ts';

/** A message with the flags and the time that a program gives it. */
export type Brought = { blob: string; size: number; receivedAt: number; flags: Flags };

type Stored = { uidValidity: number; uids: number[] };

export async function duplicateMessages(
  session: Session,
  states: MessageState[],
  folder: FolderRow,
): Promise<Stored> {
  const ids = states.map(({ id }) => id);
  const rows = await readSources(session.deps.db, mailboxOf(session), ids);
  const sources = new Map(rows.map(({ id, blob }) => [id, blob]));
  const brought = states.map(({ id, flags, size, receivedAt }) => {
    const blob = sources.get(id);
    if (blob === undefined) throw new Refusal('EXPUNGEISSUED', 'Some of the messages are gone');
    return { blob, size, receivedAt, flags };
  });
  return storeBrought(session, brought, folder);
}

type FindStored = (change: MailboxChange, message: NewMessage) => Promise<string | null>;

/** A program's own copy of what it has submitted is the message that is in Sent already. */
export function storeAppended(session: Session, brought: Brought[], folder: FolderRow): Promise<Stored> {
  return storeBrought(session, brought, folder, folder.role === 'Sent' ? mergeIntoSubmitted : undefined);
}

/** All of them or none; each keeps its bytes as they came. `findStored` may find them among what is there. */
async function storeBrought(
  session: Session,
  brought: Brought[],
  folder: FolderRow,
  findStored?: FindStored,
): Promise<Stored> {
  const { deps } = session;
  const messages: NewMessage[] = [];
  // The marks of programs are kept with uids, which a folder that no program has opened yet does not have.
  await giveUids(deps, mailboxOf(session), folder.id);
  for (const one of brought) messages.push(await readMessage(session, one, folder));
  const ids = await changeMailbox(deps, mailboxOf(session), async (change) => {
    await checkFolders(change.tx, change.mailboxId, [folder.id]);
    const found = await Promise.all(messages.map((message) => findStored?.(change, message) ?? null));
    const fresh = messages.filter((_, index) => found[index] === null);
    if (fresh.length === 0) return found as string[];
    const added = fresh.reduce((sum, { size }) => sum + size, 0);
    refuseOverQuota({ used: change.usedBytes, quota: change.quotaBytes }, added);
    const stored = await storeMessages(deps.clock, change, fresh, { announced: false });
    const idOf = new Map(fresh.map((message, index) => [message, stored[index]?.id]));
    return messages.map((message, index) => found[index] ?? (idOf.get(message) as string));
  });
  await writeProgramMarks(session, folder.id, ids, brought);
  const { uidValidity, uids } = await readGivenUids(session, folder.id, ids);
  return { uidValidity, uids: ids.flatMap((id) => uids.get(id) ?? []) };
}

/** What only programs see. */
async function writeProgramMarks(
  { deps, caller }: Session,
  folderId: string,
  ids: string[],
  brought: Brought[],
): Promise<void> {
  const marked = brought.flatMap(({ flags: { deleted, keywords } }, index) =>
    deleted || keywords.length > 0 ? [{ id: ids[index] as string, deleted, keywords }] : [],
  );
  if (marked.length === 0 || caller === null) return;
  await changeMailbox(deps, caller.mailbox, async (change) => {
    for (const { id, deleted, keywords } of marked)
      await markInFolder(change, {
        folderId,
        messageIds: [id],
        marks: {},
        deleted,
        keywords: { add: keywords },
      });
  });
}

async function readMessage(
  { deps }: Session,
  { blob, size, receivedAt, flags }: Brought,
  { id: folderId, role }: FolderRow,
): Promise<NewMessage> {
  const at = Math.max(1, Math.min(receivedAt, unixSeconds(deps.clock)));
  const said = messageFromParsed(await deps.parser.parse(blob, size), at, { blob });
  return {
    ...newMessage({
      ...said,
      // It was asked for in another program, and was answered there or was not.
      receipt: null,
      receivedAt: at,
      size,
      blob,
      unread: !flags.seen,
      starred: flags.flagged,
      answered: flags.answered,
      draft: flags.draft || role === 'Drafts',
    }),
    folderId,
  };
}
