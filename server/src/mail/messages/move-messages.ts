import { rolesWhere } from '@bocau/contract/folder-roles.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { folderExists, readFolderIdsAmong } from '../folders/folders.store.ts';
import { enqueueInvoiceKeys } from '../invoice-files/enqueue-invoice-files.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { enqueueReturn } from '../mailbox/snooze-task.ts';
import { readListsMessages } from '../settings/settings.store.ts';
import { deleteMessages } from './message-removal.store.ts';
import {
  type Move,
  readSelectedIds,
  type Selection,
  updateFolder,
  updateToOldFolder,
} from './message-state.store.ts';

/** Folders whose content only the system puts there. */
const PROTECTED = rolesWhere((role) => !role.moveTarget);

/**
 * Moves messages to a folder. Into a protected folder go only messages that were stored there at first, so that a
 * move out of it can be undone.
 */
export async function moveMessages(
  change: MailboxChange,
  selection: Selection & { to: string },
): Promise<Move[]> {
  const { to } = selection;
  const rows = await updateFolder(change.tx, change.mailboxId, selection, {
    to,
    trashedAt: to === change.folders.Trash ? change.now : null,
    onlyBack: isProtected(change, to),
  });
  change.markThreadsDirty(rows.map((row) => row.thread_id));
  // Undoing a move may take longer than the time until which a message waited.
  if (to === change.folders.Snoozed && rows.length > 0) await returnPassed(change);
  return rows;
}

/** Has the job look at once for what waits beyond its time. */
export async function returnPassed({ tx, mailboxId, now }: MailboxChange): Promise<void> {
  await enqueueReturn(tx, { mailboxId, at: now });
}

/** Puts messages from Trash back to where they came from, or into the inbox where that folder is gone. */
export async function restoreMessages(
  change: MailboxChange,
  selection: Omit<Selection, 'from'>,
): Promise<Move[]> {
  const rows = await updateToOldFolder(change.tx, change.mailboxId, selection, change.folders);
  change.markThreadsDirty(rows.map((row) => row.thread_id));
  return rows;
}

/** Which messages of the given threads lie in a folder. */
export async function messagesIn(
  change: MailboxChange,
  threadIds: string[],
  folderId: string,
): Promise<string[]> {
  return readSelectedIds(change.tx, change.mailboxId, { threadIds, from: folderId });
}

/** Removes messages for good; their blobs are thrown away later, when nothing names them any more. */
export async function removeMessages(change: MailboxChange, messageIds: string[]): Promise<Move[]> {
  const removed = await removeWithSizes(change, messageIds);
  return removed.map(({ size: _, ...move }) => move);
}

/** As `removeMessages`; their sizes are by how much the storage gets emptier. */
export async function removeWithSizes(
  change: MailboxChange,
  messageIds: string[],
): Promise<(Move & { size: number })[]> {
  if (messageIds.length === 0) return [];
  const rows = await deleteMessages(change.tx, change.mailboxId, messageIds, change);
  change.markThreadsDirty(rows.map((row) => row.thread_id));
  if (await readListsMessages(change.tx, change.mailboxId))
    for (const row of rows) change.journal('message', row.message_id);
  change.addBytes(-rows.reduce((sum, row) => sum + row.size, 0));
  enqueueInvoiceKeys(
    change,
    rows.flatMap(({ invoices }) => invoices ?? []),
  );
  return rows.map(({ invoices: _, ...move }) => move);
}

/** Refuses a folder that does not exist, or into which users can not move mail unless it came from there. */
export async function checkMoveTarget(change: MailboxChange, folderId: string): Promise<void> {
  await checkFolders(change.tx, change.mailboxId, [folderId]);
  if (isProtected(change, folderId)) {
    throw new Failure('folder_not_allowed', 'Messages cannot be moved to this folder');
  }
}

/** Refuses where one of them does not exist. */
export async function checkFolders(db: ReadDb, mailboxId: number, folderIds: string[]): Promise<void> {
  const wanted = [...new Set(folderIds)];
  const mayBe = wanted.length > 0 && wanted.every(isId);
  const found = mayBe ? await readFolderIdsAmong(db, mailboxId, wanted) : [];
  if (found.length < wanted.length) throw new Failure('folder_not_found', 'Folder not found');
}

export async function isFolder(change: MailboxChange, folderId: string): Promise<boolean> {
  return folderExists(change.tx, change.mailboxId, folderId);
}

export function isProtected(change: MailboxChange, folderId: string): boolean {
  return PROTECTED.some((role) => change.folders[role] === folderId);
}
