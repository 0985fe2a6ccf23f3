import { LIMITS } from '@bocau/contract/limits.ts';
import { reachFolder } from '../../drive/access/reach-entry.ts';
import { readEntries, readNamed } from '../../drive/entries/entries.store.ts';
import { nameKey } from '../../drive/names/entry-name.ts';
import { readVersionContent } from '../../drive/versions/version-content.ts';
import { readVersion } from '../../drive/versions/versions.store.ts';
import type { OutgoingFile } from '../../mail/outbox/outgoing.store.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import type { ReadDb } from '../../tables.ts';
import { meantFile } from './meant-file.ts';
import { readFilesNamed } from './merge-files.store.ts';
import type { MergeKey, MergeRow } from './merges.store.ts';

export type RowFile =
  | { from: 'merge'; name: string; size: number; file: OutgoingFile }
  | { from: 'drive'; name: string; size: number; id: string; mailboxId: number; versionId: string };

/** The files that cells mean, by the names that stand there: of the merge, or of its folder in a drive. */
export async function findRowFiles(
  db: ReadDb,
  key: MergeKey,
  { drive_folder_id, person_id }: Pick<MergeRow, 'drive_folder_id' | 'person_id'>,
  names: string[],
  now: number,
): Promise<Map<string, RowFile>> {
  const keys = [...new Set(names.map(nameKey))];
  if (keys.length === 0) return new Map();
  const uploaded = (await readFilesNamed(db, key, keys)).map((file): RowFile => {
    return { from: 'merge', name: file.name, size: file.size, file };
  });
  const caller = { person: person_id, at: now };
  const inDrive = drive_folder_id === null ? [] : await findInDrive(db, caller, drive_folder_id, keys);
  const files = Map.groupBy([...uploaded, ...inDrive], ({ name }) => nameKey(name));
  return new Map(
    [...new Set(names)].flatMap((name) => {
      const file = meantFile(files.get(nameKey(name)) ?? [], name);
      return file ? [[name, file]] : [];
    }),
  );
}

async function findInDrive(
  db: ReadDb,
  caller: { person: number; at: number },
  folderId: string,
  keys: string[],
): Promise<RowFile[]> {
  const folder = await reachFolder(db, caller, folderId, 'READ').catch((error: unknown) => {
    // It was moved away, or is not shared any more.
    if (error instanceof Failure) return null;
    throw error;
  });
  if (!folder) return [];
  const { mailboxId, id } = folder;
  const named = (await readNamed(db, mailboxId, id, keys)).filter(({ is_folder }) => !is_folder);
  const entries = await readEntries(
    db,
    mailboxId,
    named.map((entry) => entry.id),
  );
  return entries.flatMap(({ id: entryId, name, size, version_id: versionId }) =>
    versionId === null ? [] : [{ from: 'drive' as const, name, size, id: entryId, mailboxId, versionId }],
  );
}

export type FileProblem = 'no_file' | 'file_not_allowed';

export function problemOfFile(file: RowFile | undefined): FileProblem | null {
  if (!file) return 'no_file';
  return isBlocked(file.name) || file.size > LIMITS.attachmentBytes ? 'file_not_allowed' : null;
}

export function isBlocked(name: string): boolean {
  try {
    refuseBlockedType(name);
    return false;
  } catch {
    return true;
  }
}

/** With its bytes in one piece; null where it is gone, or has a virus. */
export async function openRowFile(
  deps: { db: ReadDb; blobs: Pick<BlobStore, 'open' | 'put'> },
  file: RowFile,
  madeBlobs: string[],
): Promise<OutgoingFile | null> {
  if (file.from === 'merge') return file.file;
  const version = await readVersion(deps.db, file.mailboxId, file.versionId);
  if (!version || version.has_virus) return null;
  const content = await readVersionContent(deps, version, madeBlobs);
  const { id, name, size } = file;
  return { id, name, contentType: version.content_type, contentId: null, size, ...content };
}
