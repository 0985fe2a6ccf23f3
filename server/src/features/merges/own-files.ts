import type { MergeFile } from '@bocau/contract/merges.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import type { ReadDb } from '../../tables.ts';
import { fileNamesOf } from './fill-message.ts';
import { meantFile } from './meant-file.ts';
import { readCells } from './merge-cells.store.ts';
import type { MergeDeps } from './merge-deps.ts';
import { deleteOwnFile, readOwnFiles } from './merge-files.store.ts';
import { refuseBegun, requireMerge } from './merge-text.ts';
import type { MergeRow } from './merges.store.ts';
import { findRowFiles, type RowFile } from './row-files.ts';

/** MM-5: the files that were uploaded for single people, with how many rows name each. */
export async function listOwnFiles(
  db: ReadDb,
  mailboxId: number,
  merge: MergeRow,
  now: number,
): Promise<MergeFile[]> {
  const key = { mailboxId, mergeId: merge.id };
  const files = await readOwnFiles(db, key);
  if (files.length === 0) return [];
  const rowsOf = new Map<string, number>();
  const columns = merge.file_column === null ? [] : [merge.file_column];
  for await (const rows of readCells(db, key, new Set(columns))) {
    const names = rows.map(({ cells }) => fileNamesOf(merge, cells));
    const meant = await findRowFiles(db, key, merge, names.flat(), now);
    for (const ofRow of names) {
      for (const id of new Set(ofRow.flatMap((name) => uploadedId(meant.get(name))))) {
        rowsOf.set(id, (rowsOf.get(id) ?? 0) + 1);
      }
    }
  }
  return files.map(({ id, name, size }) => ({ name, size, rows: rowsOf.get(id) ?? 0 }));
}

function uploadedId(file: RowFile | undefined): string[] {
  return file?.from === 'merge' ? [file.file.id] : [];
}

export async function removeOwnFile(
  deps: MergeDeps,
  mailboxId: number,
  id: string,
  name: string,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    const merge = await requireMerge(tx, mailboxId, id);
    refuseBegun(merge);
    const key = { mailboxId, mergeId: merge.id };
    const file = meantFile(await readOwnFiles(tx, key), name);
    if (file) await deleteOwnFile(tx, key, file.nameKey, now);
  });
}
