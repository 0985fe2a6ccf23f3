import { inTransaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { oneLine } from '../../../platform/one-line.ts';
import { addMovedInFolders, readMovedInFolders } from './move-in.store.ts';
import type { Pass } from './move-pass.ts';
import { type MovedFolder, type MoveReport, refuse } from './move-report.ts';
import { nameOfPlace, planFolders, type SourceFolder } from './plan-folders.ts';
import { SourceRefusal } from './source-errors.ts';

const NOTHING = {
  ...{ in_source: 0, copied: 0, already_there: 0, elsewhere: 0, refused: 0, left_meanwhile: 0, here: 0 },
};

/** Plans the target of each folder's mail, and lists its messages; an unreadable folder is reported. */
export async function listSourceFolders(pass: Pass): Promise<void> {
  const { deps, move, source, report, folders, unread } = pass;
  const plan = planFolders(await source.listFolders()).filter((folder) => canBeKept(folder, report));
  const known = await readMovedInFolders(deps.db, move.mailboxId, move.sourceName);
  const added = plan
    .filter(({ path }) => !known.has(path))
    .map(({ path }) => ({ id: newId(deps.clock), folder: path }));
  await inTransaction(deps.db, (tx) => addMovedInFolders(tx, move.mailboxId, move.sourceName, added));
  const ids = added.length > 0 ? await readMovedInFolders(deps.db, move.mailboxId, move.sourceName) : known;
  pass.everListed = new Set(ids.values());
  for (const folder of plan) {
    const id = ids.get(folder.path) as string;
    const row: MovedFolder = { folder: folder.path, to: nameOfPlace(folder.place), ...NOTHING };
    report.folders.push(row);
    try {
      const listing = await source.openFolder(folder.path);
      const { uids, unlisted } = listing;
      row.in_source = uids.length + unlisted;
      if (unlisted > 0) {
        const reason = `${unlisted} messages are counted there and not listed`;
        refuse(report, row, { uid: null, reason, count: unlisted });
      }
      folders.set(id, { ...folder, id, listing, row });
    } catch (error) {
      if (!(error instanceof SourceRefusal)) throw error;
      unread.add(id);
      refuse(report, row, { uid: null, reason: error.message });
    }
  }
}

const LONGEST_PATH_BYTES = 1_000;

/** Refuses names that PostgreSQL rejects, so that the other folders are imported. */
function canBeKept({ path, place }: SourceFolder, report: MoveReport): boolean {
  const bytes = Buffer.byteLength(path);
  if (path.isWellFormed() && !path.includes('\0') && bytes <= LONGEST_PATH_BYTES) return true;
  const folder = oneLine(path.toWellFormed(), 200);
  const row = { ...NOTHING, folder, to: oneLine(nameOfPlace(place).toWellFormed(), 200) };
  report.folders.push(row);
  refuse(report, row, { uid: null, reason: 'Its name is too long, or no text' });
  return false;
}
