import type { ListFile } from '../../platform/backups/backup-folder.ts';
import { linesOf, readSealed } from '../../platform/backups/sealed-file.ts';
import type { BlobKey } from '../../platform/blobs/blob-store.ts';

/** The blobs that a backup references, sorted. */
export async function* readKeys(folder: string, list: ListFile): AsyncGenerator<BlobKey> {
  for await (const line of linesOf(readSealed(folder, list))) yield line.toString('latin1');
}
