import { reachFolder, requireDrive } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveChange, type DriveDeps } from '../../drive/change-drive.ts';
import { type DriveOwner, readDriveOwner } from '../../drive/drive-owner.store.ts';
import { createEntry, journalEntry } from '../../drive/entries/create-entry.ts';
import { readChain, readEntries, readEntry, updateLatest } from '../../drive/entries/entries.store.ts';
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

/** Where a file is to be in the drive. */
type Place = { parentId: string; name: string };

/**
 * Puts an attachment into a folder of the drive under a name, which is numbered where it is taken; unless the attachment
 * was saved before, or the folder has a file of the same name and bytes.
 */
export async function putInDrive(
  { clock }: Pick<DriveDeps, 'clock'>,
  change: DriveChange,
  file: AttachmentRow,
  { author, ...place }: Place & { author: NewVersion['author'] },
): Promise<void> {
  const { tx, mailboxId } = change;
  const saved = await readSavedAs(tx, mailboxId, file.id);
  if (saved && isInDrive(await readChain(tx, mailboxId, saved.entry_id))) return;
  const key = nameKey(fittingName(place.name));
  const copies = await findCopies(tx, mailboxId, { contentHash: file.blob, nameKey: key });
  const here = await readEntries(
    tx,
    mailboxId,
    copies.map(({ entry_id }) => entry_id),
  );
  const same = here.find(({ parent_id, name }) => parent_id === place.parentId && nameKey(name) === key);
  const id = same?.id ?? newId(clock);
  if (!same) await createFile(change, versionOf(file, { id: newId(clock), author }), { id, ...place });
  await rememberSavedAs(tx, mailboxId, file.id, id);
}

async function createFile(
  change: DriveChange,
  version: NewVersion,
  { id, parentId, name }: Place & { id: string },
): Promise<void> {
  const file = latestOf(version);
  await createEntry(change, { id, parentId, name: fittingName(name), file, onConflict: 'rename' });
  await addVersion(change, id, version);
}

function latestOf({ id, size, contentType }: NewVersion) {
  return { versionId: id, size, contentType };
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
