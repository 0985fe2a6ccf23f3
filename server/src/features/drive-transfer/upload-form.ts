import { onConflict } from '@bocau/contract/drive.ts';
import {
  type DriveCaller,
  type ReachedFolder,
  reachFolder,
  requireDrive,
} from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import type { WrittenChunk } from '../../drive/chunks/write-chunks.ts';
import { type EntryRow, findByPath } from '../../drive/entries/entries.store.ts';
import { fileNotFound, pathKeys } from '../../drive/entries/entry-path.ts';
import { refuseWhenFull } from '../../drive/refuse-when-full.ts';
import {
  addFormFile,
  type FormFileDeps,
  type FormFileTaken,
  releaseWritten,
  takeFormFile,
} from '../../drive/uploads/take-form-file.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import type { FormFile } from '../../platform/http/read-form.ts';
import { newId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

export type FormUploadDeps = DriveDeps & FormFileDeps;
type Fields = ReadonlyMap<string, string>;
export type TakeFile = (file: FormFile, before: Fields) => Promise<void>;
type ReadForm = (take: TakeFile) => Promise<Map<string, string>>;

export type TakenFiles = { folder: ReachedFolder; files: { entry: EntryRow; hasVirus: boolean }[] };

/** Stores the files of a form in a folder, all or none; on failure their blobs become garbage. */
export async function uploadForm(
  deps: FormUploadDeps,
  caller: SessionCaller,
  readForm: ReadForm,
): Promise<TakenFiles> {
  await requireDrive(deps.db, caller);
  const author = { mailboxId: caller.person, name: caller.email };
  const uploaded: FormFileTaken[] = [];
  const written: WrittenChunk[] = [];
  try {
    const fields = await readForm(async (file, before) => {
      if (file.field !== 'file') {
        throw unfit({ field: file.field, problem: 'is not file' });
      }
      // Authorized before anything is stored: a folder named after its files is assumed to be in the caller's
      // drive.
      if (uploaded.length === 0) {
        await refuseWhenFull(deps.db, (await findFolder(deps.db, caller, before)).mailboxId);
      }
      uploaded.push(await takeFormFile(deps, file, { author, source: 'upload', written }));
    });
    if (uploaded.length === 0) {
      throw unfit({ field: 'file', problem: 'is missing' });
    }
    return await addFiles(deps, caller, fields, uploaded);
  } catch (error) {
    await releaseWritten(deps, written);
    throw error;
  }
}

function unfit(field: { field: string; problem: string }): Failure {
  return new Failure('invalid_input', `The form can't be used: ${field.field} ${field.problem}`, {
    details: { part: 'body', fields: [field] },
  });
}

async function addFiles(
  deps: FormUploadDeps,
  caller: SessionCaller,
  fields: Fields,
  uploaded: FormFileTaken[],
): Promise<TakenFiles> {
  const conflict = onConflict.safeParse(fields.get('on_conflict') ?? 'rename');
  if (!conflict.success) {
    throw unfit({ field: 'on_conflict', problem: 'is not rename, replace or fail' });
  }
  // The bytes took their time: a share may have ended meanwhile.
  const now = { person: caller.person, at: unixSeconds(deps.clock) };
  const { mailboxId, id: folderId } = await findFolder(deps.db, now, fields);
  return changeDrive(deps, mailboxId, async (change) => {
    const folder = await reachFolder(change.tx, now, folderId, 'WRITE');
    const files: TakenFiles['files'] = [];
    for (const file of uploaded) {
      const place = { id: newId(deps.clock), parentId: folder.id, onConflict: conflict.data };
      const entry = await addFormFile(change, file, place);
      files.push({ entry, hasVirus: file.version.scan.has_virus });
    }
    return { folder, files };
  });
}

/** By its id, or by its path in the caller's own drive. */
async function findFolder(db: ReadDb, caller: DriveCaller, fields: Fields): Promise<ReachedFolder> {
  const path = fields.get('path') ?? '';
  const id = fields.get('parent_id') || null;
  if (id !== null || path === '') return reachFolder(db, caller, id, 'WRITE');
  const keys = pathKeys(path);
  const found = keys && (await findByPath(db, caller.person, keys));
  if (!found) throw fileNotFound();
  return reachFolder(db, caller, found, 'WRITE');
}
