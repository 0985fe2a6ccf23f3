import type { Folder } from '@bocau/contract/folders.ts';
import { changePath, ownFolder } from '../../mail/folder-acts/save-folder.ts';
import { type FolderRow, readFolder, readFolders, writePositions } from '../../mail/folders/folders.store.ts';
import { byName, byPlace, folderView } from '../../mail/folders/folders.view.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { readListsMessages } from '../../mail/settings/settings.store.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';

type Wanted = { folder_id: string; parent_id: string | null; before_id?: string | null | undefined };

/** Moves a folder below another one or to the top, before one of its new siblings. */
export async function placeFolder(deps: ChangeDeps, mailboxId: number, wanted: Wanted): Promise<Folder> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const { tx } = change;
    const found = await ownFolder(tx, mailboxId, wanted.folder_id);
    const parent = wanted.parent_id === null ? null : await present(tx, mailboxId, wanted.parent_id);
    const before = wanted.before_id == null ? null : await present(tx, mailboxId, wanted.before_id);
    const path = parent ? `${parent.path}/${found.name}` : found.name;
    const row =
      found.parent_id === wanted.parent_id
        ? found
        : await changePath(change, found, { name: found.name, display_name: path });
    const single = await readListsMessages(change.tx, mailboxId);
    if (wanted.before_id === undefined) return folderView(row, single);
    return folderView({ ...row, position: await putBefore(change, row, before) }, single);
  });
}

async function present(db: ReadDb, mailboxId: number, id: string): Promise<FolderRow> {
  const row = await readFolder(db, mailboxId, id);
  if (!row) throw notThere();
  return row;
}

function notThere(): Failure {
  return new Failure('folder_not_found', 'Folder not found');
}

/** Numbers the siblings; an order equal to that of their names is not stored. Returns the folder's position. */
async function putBefore(
  { tx, mailboxId, journal }: MailboxChange,
  row: FolderRow,
  before: FolderRow | null,
): Promise<number | null> {
  const all = await readFolders(tx, mailboxId);
  const others = all
    .filter(({ id, role, parent_id }) => role === null && id !== row.id && parent_id === row.parent_id)
    .toSorted(byPlace);
  const at = before === null ? others.length : others.findIndex(({ id }) => id === before.id);
  // It belongs to another parent, or is the folder itself.
  if (at < 0) throw notThere();
  const ordered = others.toSpliced(at, 0, row);
  const named = ordered.every(
    (each, index) => index === 0 || byName(ordered[index - 1] as FolderRow, each) <= 0,
  );
  const placed = ordered.map((each, index) => ({ each, id: each.id, position: named ? null : index + 1 }));
  const changed = placed.filter(({ each, position }) => each.position !== position);
  await writePositions(tx, mailboxId, changed);
  for (const { id } of changed) journal('folder', id);
  return placed[at]?.position ?? null;
}
