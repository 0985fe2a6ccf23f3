import type { ScanResult } from '../../platform/clamd/scan-file.ts';
import { newId } from '../../platform/ids.ts';
import type { DriveChange, DriveDeps } from '../change-drive.ts';
import type { ChunkRow } from '../chunks/chunks.store.ts';
import { createEntry } from '../entries/create-entry.ts';
import { readChain, readEntries } from '../entries/entries.store.ts';
import { isInDrive } from '../entries/entry-path.ts';
import { fittingName, nameKey } from '../names/entry-name.ts';
import { type Author, addVersion, type NewVersion } from '../versions/add-version.ts';
import { findCopies, readSavedAs, rememberSavedAs } from './saved-files.store.ts';

/** A file of a message, whose bytes a version shares. */
type AttachedBytes = Pick<ChunkRow, 'size' | 'blob' | 'held'> &
  ScanResult & { id: string; content_type: string };

/** Where a file is to be in the drive. */
type Place = { parentId: string; name: string };

/**
 * Puts an attachment into a folder of the drive under a name, which is numbered where it is taken; unless the attachment
 * was saved before, or the folder has a file of the same name and bytes.
 */
export async function putInDrive(
  { clock }: Pick<DriveDeps, 'clock'>,
  change: DriveChange,
  file: AttachedBytes,
  { author, ...place }: Place & { author: Author },
): Promise<void> {
  const { tx, mailboxId } = change;
  const saved = await readSavedAs(tx, mailboxId, file.id);
  if (saved && isInDrive(await readChain(tx, mailboxId, saved.entry_id))) return;
  const key = nameKey(fittingName(place.name));
  const copies = await findCopies(tx, mailboxId, { contentHash: file.blob, nameKey: key });
  const ids = copies.map(({ entry_id }) => entry_id);
  const alike = await readEntries(tx, mailboxId, ids);
  const same = alike.find(({ parent_id, name }) => parent_id === place.parentId && nameKey(name) === key);
  const id = same?.id ?? newId(clock);
  if (!same) await createFile(change, versionOf(file, { id: newId(clock), author }), { id, ...place });
  await rememberSavedAs(tx, mailboxId, file.id, id);
}

export async function createFile(
  change: DriveChange,
  version: NewVersion,
  { id, parentId, name }: Place & { id: string },
): Promise<void> {
  const file = latestOf(version);
  await createEntry(change, { id, parentId, name: fittingName(name), file, onConflict: 'rename' });
  await addVersion(change, id, version);
}

export function latestOf({ id, size, contentType }: NewVersion) {
  return { versionId: id, size, contentType };
}

/** A version with the bytes of an attachment, which are not copied. */
export function versionOf(file: AttachedBytes, made: Pick<NewVersion, 'id' | 'author'>): NewVersion {
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
