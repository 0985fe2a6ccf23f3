import type { DriveFile, DriveVersion } from '@bocau/contract/drive.ts';
import { type DriveCaller, mayReadVersion, reachEntry } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { copyChunks } from '../../drive/chunks/chunks.store.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { journalEntry } from '../../drive/entries/create-entry.ts';
import { type EntryRow, updateLatest } from '../../drive/entries/entries.store.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { refuseLocked } from '../../drive/locks/refuse-locked.ts';
import { insertVersion } from '../../drive/versions/versions.store.ts';
import { newId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { showEntry } from './show-entries.ts';
import { readFileVersions } from './versions.store.ts';

const LISTED_AT_MOST = 1_000;

export async function listFileVersions(db: ReadDb, caller: DriveCaller, id: string): Promise<DriveVersion[]> {
  const { mailboxId, entry, permission } = await reachEntry(db, caller, id, 'READ');
  requireFile(entry);
  const versions = await readFileVersions(db, mailboxId, id, LISTED_AT_MOST);
  const seen = versions.filter((version) => mayReadVersion({ entry, permission }, version.id));
  return seen.map((version) => ({
    id: version.id,
    size: version.size,
    created_at: version.created_at,
    author: version.author,
    current: version.id === entry.version_id,
    href: `/storage/v1/files/${id}/versions/${version.id}/content`,
  }));
}

/** Makes the content of an older version the file's next version; no bytes are copied. */
export async function restoreFileVersion(
  deps: DriveDeps,
  caller: DriveCaller,
  { id, version: versionId }: { id: string; version: string },
): Promise<DriveFile> {
  const { db, clock } = deps;
  const { mailboxId } = await reachEntry(db, caller, id, 'WRITE');
  const author = await readDriveOwner(db, caller.person);
  await changeDrive(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const { entry } = await reachEntry(tx, caller, id, 'WRITE');
    requireFile(entry);
    const versions = await readFileVersions(tx, mailboxId, id, LISTED_AT_MOST);
    const version = versions.find((one) => one.id === versionId);
    if (!version) throw fileNotFound();
    if (version.id === entry.version_id) return;
    await refuseLocked(change, id);
    const { size, content_type, content_hash, has_virus, scan_message } = version;
    change.use(size);
    const restored = newId(clock);
    await insertVersion(tx, {
      ...{ mailbox_id: mailboxId, id: restored, entry_id: id, size, content_type, content_hash },
      ...{ created_at: now, author_mailbox_id: caller.person, author: author?.name ?? '' },
      ...{ source: 'restore', office_session: null, has_virus, scan_message },
    });
    await copyChunks(tx, { mailboxId, versionId }, { mailboxId, versionId: restored });
    await updateLatest(tx, mailboxId, id, { versionId: restored, size, contentType: content_type }, now);
    journalEntry(change, id, entry.parent_id);
  });
  return showEntry(db, caller, id);
}

function requireFile(entry: EntryRow): void {
  if (entry.is_folder) throw fileNotFound();
}
