import { reachFolder, requireDrive } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveChange, type DriveDeps } from '../../drive/change-drive.ts';
import { type DriveOwner, readDriveOwner } from '../../drive/drive-owner.store.ts';
import { createEntry, journalEntry } from '../../drive/entries/create-entry.ts';
import { readChain, readEntry, updateLatest } from '../../drive/entries/entries.store.ts';
import { isInDrive } from '../../drive/entries/entry-path.ts';
import { refuseLocked } from '../../drive/locks/refuse-locked.ts';
import { fittingName, nameKey } from '../../drive/names/entry-name.ts';
import { addVersion, type NewVersion } from '../../drive/versions/add-version.ts';
import { type AttachmentRow, readAttachments } from '../../mail/attachments/attachments.store.ts';
import type { MailboxCaller } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { type Copy, findCopies, readSavedAs, rememberSavedAs } from './drive-mail.store.ts';

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
    const version = versionOf(file, {
      id: newId(deps.clock),
      author: { mailboxId, name: owner.name || owner.email },
    });
    const id = copy ? copy.entry_id : newId(deps.clock);
    const latest = { versionId: version.id, size: version.size, contentType: version.contentType };
    if (!copy) {
      await createEntry(change, {
        id,
        parentId: folder.id,
        name: fittingName(file.name),
        file: latest,
        onConflict: 'rename',
      });
      await addVersion(change, id, version);
    } else if (replace && copy.content_hash !== file.blob) {
      await refuseLocked(change, id);
      await addVersion(change, id, version);
      const entry = await updateLatest(change.tx, mailboxId, id, latest, change.now);
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

function versionOf(file: AttachmentRow, made: Pick<NewVersion, 'id' | 'author'>): NewVersion {
  const { size, blob, held, content_type: contentType, has_virus, scan_message } = file;
  return {
    ...made,
    size,
    contentType,
    hash: Buffer.from(blob, 'hex'),
    chunks: [{ start_at: 0, size, blob, held }],
    source: 'attachment',
    scan: { has_virus, scan_message },
  };
}
