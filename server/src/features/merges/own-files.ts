import type { MergeFile } from '@bocau/contract/merges.ts';
import { nameKey } from '../../drive/names/entry-name.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import type { ReadDb } from '../../tables.ts';
import { fileNamesOf } from './fill-message.ts';
import type { MergeDeps } from './merge-deps.ts';
import { deleteOwnFile, readOwnFiles } from './merge-files.store.ts';
import { readRowsAfter } from './merge-rows.store.ts';
import { refuseBegun, requireMerge } from './merge-text.ts';
import type { MergeRow } from './merges.store.ts';

const ROWS_A_STEP = 1000;

/** MM-5: the files that were uploaded for single people, with how many rows name each. */
export async function listOwnFiles(db: ReadDb, mailboxId: number, merge: MergeRow): Promise<MergeFile[]> {
  const key = { mailboxId, mergeId: merge.id };
  const files = await readOwnFiles(db, key);
  if (files.length === 0) return [];
  const named = new Map<string, number>();
  for (let after = 0; ; ) {
    const rows = await readRowsAfter(db, key, after, ROWS_A_STEP);
    const last = rows.at(-1);
    if (!last) break;
    after = last.row;
    for (const { cells } of rows) {
      for (const name of new Set(fileNamesOf(merge, cells).map(nameKey))) {
        named.set(name, (named.get(name) ?? 0) + 1);
      }
    }
  }
  return files.map(({ nameKey: name, ...file }) => ({ ...file, rows: named.get(name) ?? 0 }));
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
    await deleteOwnFile(tx, { mailboxId, mergeId: merge.id }, nameKey(name), now);
  });
}
