import type { DriveChangeSet } from '@bocau/contract/drive-changes.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { type DriveCaller, requireDrive } from '../../drive/access/reach-entry.ts';
import { TOP, TRASH } from '../../drive/change-drive.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { readPlacedEntries } from '../../drive/entries/placed.store.ts';
import { readJournal } from '../../drive/journal/journal.store.ts';
import { thingsOf } from '../../kernel/things-changed.store.ts';
import type { ReadDb } from '../../tables.ts';
import { showPlaced } from './list-drive.ts';

/** Everything that changed after a number, in its current state; without a number, only the current number. */
export async function readDriveChanges(
  db: ReadDb,
  caller: DriveCaller,
  since: number | null,
): Promise<DriveChangeSet> {
  const { person } = caller;
  await requireDrive(db, caller);
  const journal = await readJournal(db, person, since, LIMITS.changesPerAnswer);
  if (!journal) throw fileNotFound();
  const { seq, used_bytes, reserved_bytes, quota_bytes } = journal;
  const things = thingsOf(journal, since);
  const entitiesOf = (kind: string) => things.filter((one) => one.kind === kind).map(({ entity }) => entity);
  const ids = entitiesOf('entry');
  const placed = await readPlacedEntries(db, person, ids);
  // In the trash itself, it is shown as it lies there.
  const shown = placed.filter(
    (entry) => entry.parent_id !== TRASH && (entry.trashed_at !== null || entry.reaches_top),
  );
  const files = new Map((await showPlaced(db, person, shown)).map((file) => [file.id, file]));
  const folders = entitiesOf('folder');
  return {
    seq,
    entries: ids.map((id) => ({ id, file: files.get(id) ?? null })),
    folders: folders.filter((id) => id !== TRASH).map((id) => (id === TOP ? null : id)),
    usage: { used_bytes, reserved_bytes, quota_bytes },
    ...(folders.includes(TRASH) ? { trash: true } : {}),
    ...(entitiesOf('share').length > 0 ? { shares: true } : {}),
  };
}
