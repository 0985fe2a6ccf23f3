import type { FastifyRequest } from 'fastify';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import type { WrittenChunk } from '../../drive/chunks/write-chunks.ts';
import { refuseWhenFull } from '../../drive/refuse-when-full.ts';
import {
  addFormFile,
  DRIVE_FORM,
  type FormFileDeps,
  type FormFileTaken,
  releaseWritten,
  takeFormFile,
} from '../../drive/uploads/take-form-file.ts';
import type { Author } from '../../drive/versions/add-version.ts';
import { readForm } from '../../platform/http/read-form.ts';
import { newId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

export type UploadDeps = DriveDeps & FormFileDeps;

export type UploadPlace = {
  mailboxId: number;
  folderId: string;
  author: Author;
  /** Whether the visitor is still admitted, checked after the bytes have arrived. */
  isStillAllowed: () => Promise<boolean>;
  /** Whether the share still accepts files here, checked while the drive is locked. */
  isOpen: (db: ReadDb) => Promise<boolean>;
};

/** Stores the files of a form in a shared folder, all or none; a taken name gets a number. */
export async function uploadToShare(
  deps: UploadDeps,
  request: FastifyRequest,
  place: UploadPlace,
): Promise<boolean> {
  const taken: FormFileTaken[] = [];
  const written: WrittenChunk[] = [];
  try {
    await readForm(
      request,
      async (file) => {
        if (taken.length === 0) await refuseWhenFull(deps.db, place.mailboxId);
        taken.push(await takeFormFile(deps, file, { author: place.author, source: 'share', written }));
      },
      DRIVE_FORM,
    );
    if (taken.length > 0 && (await place.isStillAllowed()) && (await addFiles(deps, place, taken)))
      return true;
  } catch (error) {
    await releaseWritten(deps, written);
    throw error;
  }
  await releaseWritten(deps, written);
  return false;
}

/** False when the share has ended. */
function addFiles(
  deps: UploadDeps,
  { mailboxId, folderId: parentId, isOpen }: UploadPlace,
  taken: FormFileTaken[],
): Promise<boolean> {
  return changeDrive(deps, mailboxId, async (change) => {
    if (!(await isOpen(change.tx))) return false;
    for (const file of taken) {
      await addFormFile(change, file, { id: newId(deps.clock), parentId, onConflict: 'rename' });
    }
    return true;
  });
}
