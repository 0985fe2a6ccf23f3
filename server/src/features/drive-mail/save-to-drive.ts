import { reachFolder, requireDrive } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveChange, type DriveDeps } from '../../drive/change-drive.ts';
import { type DriveOwner, readDriveOwner } from '../../drive/drive-owner.store.ts';
import { journalEntry } from '../../drive/entries/create-entry.ts';
import { readChain, readEntry, updateLatest } from '../../drive/entries/entries.store.ts';
import { isInDrive } from '../../drive/entries/entry-path.ts';
import { refuseLocked } from '../../drive/locks/refuse-locked.ts';
import { fittingName, nameKey } from '../../drive/names/entry-name.ts';
import { createFile, latestOf, versionOf } from '../../drive/saved-files/put-in-drive.ts';
import {
  type Copy,
  findCopies,
  readSavedAs,
  rememberSavedAs,
} from '../../drive/saved-files/saved-files.store.ts';
import { addVersion } from '../../drive/versions/add-version.ts';
import { type AttachmentRow, readAttachments } from '../../mail/attachments/attachments.store.ts';
import type { MailboxCaller } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';

type Wish = { replace?: boolean | undefined; folder_id?: string | null | undefined };

/**
 * The drive file for an attachment: the one it was saved as, otherwise one of the same bytes, otherwise a new
 * one. Its bytes are not copied.
 */
export async function saveToDrive(
  deps: DriveDeps,
  caller: MailboxCaller,
  attachmentId: string,
  { replace, folder_id: folderId = null }: Wish,
): Promise<{ file: AttachmentRow; found: boolean }> {
  const { db } = deps;
  const [file] = await readAttachments(db, caller.mailbox, [attachmentId]);
  if (!file) throw new Failure('file_not_found', 'File not found');
  await requireDrive(db, caller);
  const folder = await reachFolder(db, caller, folderId, 'OWNER');
  const mailboxId = caller.person;
  const owner = (await readDriveOwner(db, mailboxId)) as DriveOwner;
  const { entry, found } = await changeDrive(deps, mailboxId, async (change) => {
    const copy = replace === false ? undefined : await findCopy(change, file);
    const author = { mailboxId, name: owner.name || owner.email };
    const version = versionOf(file, { id: newId(deps.clock), author });
    const id = copy ? copy.entry_id : newId(deps.clock);
    if (!copy) {
      await createFile(change, version, { id, parentId: folder.id, name: file.name });
    } else if (replace && copy.content_hash !== file.blob) {
      await refuseLocked(change, id);
      await addVersion(change, id, version);
      const entry = await updateLatest(change.tx, mailboxId, id, latestOf(version), change.now);
      journalEntry(change, id, entry.parent_id);
    }
    await rememberSavedAs(change.tx, mailboxId, file.id, id);
    return { entry: await readEntry(change.tx, mailboxId, id), found: copy !== undefined };
  });
  return { file: { ...file, drive_entry: entry ?? null }, found };
}

/** A copy in the drive, preferably the one that the attachment was saved as. */
async function findCopy({ tx, mailboxId }: DriveChange, file: AttachmentRow): Promise<Copy | undefined> {
  const saved = await readSavedAs(tx, mailboxId, file.id);
  const alike = { contentHash: file.blob, nameKey: nameKey(fittingName(file.name)) };
  // Empty files are not considered equal.
  const copies = file.size > 0 ? await findCopies(tx, mailboxId, alike) : [];
  for (const copy of saved ? [saved, ...copies] : copies) {
    if (isInDrive(await readChain(tx, mailboxId, copy.entry_id))) return copy;
  }
  return undefined;
}
