import { changeDrive, type DriveChange, type DriveDeps, TOP } from '../drive/change-drive.ts';
import { writeChunks } from '../drive/chunks/write-chunks.ts';
import { readDriveNumbers } from '../drive/drive.store.ts';
import { createEntry } from '../drive/entries/create-entry.ts';
import { putIntoTrash, updateFavorite } from '../drive/entries/entries.store.ts';
import { addVersion, type NewVersion, versionOf } from '../drive/versions/add-version.ts';
import type { BlobStore } from '../platform/blobs/blob-store.ts';
import { newId } from '../platform/ids.ts';
import { type WorldFile, worldDrives } from './drive-files.ts';
import type { Person } from './people.ts';

export type SeedDriveDeps = DriveDeps & { blobs: BlobStore };

const DAY_SECONDS = 24 * 3600;
const HOURS_BETWEEN_VERSIONS = 5;

/** Fills the drive of somebody in the demo world, in one change; nothing where it has been filled. */
export async function seedDrive(
  deps: SeedDriveDeps,
  mailboxId: number,
  person: Person,
  worldBeganAt: number,
): Promise<void> {
  const files = worldDrives.find((one) => one.person === person)?.files;
  if (!files || (await readDriveNumbers(deps.db, mailboxId)).seq > 0) return;
  const written = await Promise.all(files.map((file) => writeVersions(deps, mailboxId, person, file)));
  await changeDrive(deps, mailboxId, async (change) => {
    const folders = new Map([['', TOP]]);
    for (const [index, file] of files.entries()) {
      const at = worldBeganAt - file.daysAgo * DAY_SECONDS;
      const folder = await makeFolders(deps, { ...change, now: at - DAY_SECONDS }, file.folder, folders);
      const versions = written[index] as NewVersion[];
      let id = '';
      for (const [step, version] of versions.entries()) {
        const now = at - (versions.length - 1 - step) * HOURS_BETWEEN_VERSIONS * 3600;
        id = await addFile({ ...change, now }, newId(deps.clock), folder, file, version, step);
      }
      if (file.favorite) await updateFavorite(change.tx, mailboxId, id, true);
      if (file.trashed) await putIntoTrash(change.tx, mailboxId, [id], worldBeganAt);
    }
  });
}

function writeVersions(
  deps: SeedDriveDeps,
  mailboxId: number,
  person: Person,
  { versions }: WorldFile,
): Promise<NewVersion[]> {
  return Promise.all(
    versions.map(async ({ type, content }) =>
      versionOf(await writeChunks(deps, once(content)), {
        id: newId(deps.clock),
        contentType: type,
        author: { mailboxId, name: person.name },
        source: 'upload',
        scan: { has_virus: false, scan_message: null },
      }),
    ),
  );
}

async function* once(content: Buffer) {
  yield content;
}

async function makeFolders(
  deps: SeedDriveDeps,
  change: DriveChange,
  path: string,
  known: Map<string, string>,
): Promise<string> {
  const there = known.get(path);
  if (there !== undefined) return there;
  const cut = path.lastIndexOf('/');
  const parentId = await makeFolders(deps, change, path.slice(0, Math.max(cut, 0)), known);
  const id = newId(deps.clock);
  const name = path.slice(cut + 1);
  await createEntry(change, { id, parentId, name, file: null, onConflict: 'fail' });
  known.set(path, id);
  return id;
}

async function addFile(
  change: DriveChange,
  newEntryId: string,
  parentId: string,
  { versions }: WorldFile,
  version: NewVersion,
  step: number,
): Promise<string> {
  const { name } = versions[step] as WorldFile['versions'][number];
  const { id: versionId, size, contentType } = version;
  const { entry } = await createEntry(change, {
    id: newEntryId,
    parentId,
    name,
    file: { versionId, size, contentType },
    onConflict: step === 0 ? 'fail' : 'replace',
  });
  await addVersion(change, entry.id, version);
  return entry.id;
}
