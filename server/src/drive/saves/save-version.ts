import type { DriveChange } from '../change-drive.ts';
import { removeChunks } from '../chunks/chunks.store.ts';
import { journalEntry } from '../entries/create-entry.ts';
import { type EntryRow, updateLatest } from '../entries/entries.store.ts';
import { addVersion, type NewVersion } from '../versions/add-version.ts';
import { readLastSave, takePlaceOf } from './saves.store.ts';

/** Automatic saves of one session replace each other for so long. */
const STRETCH_SECONDS = 10 * 60;

/**
 * A save of an office editor becomes the latest version. What somebody else wrote meanwhile stays as a version. `session`
 * is what the saves of one session have in common; null for one that was asked for, which no other replaces.
 */
export async function saveVersion(
  change: DriveChange,
  entry: EntryRow,
  version: Omit<NewVersion, 'officeSession'>,
  session: string | null,
): Promise<void> {
  const { id: versionId, size, contentType } = version;
  await addSave(change, entry.id, version, { session, only: entry.version_id });
  await updateLatest(change.tx, change.mailboxId, entry.id, { versionId, size, contentType }, change.now);
  journalEntry(change, entry.id, entry.parent_id);
}

/** A save that came too late is kept beside the file: a version among the others, and not the one that it shows. */
export async function keepLateSave(
  change: DriveChange,
  entryId: string,
  version: Omit<NewVersion, 'officeSession'>,
  session: string,
): Promise<void> {
  await addSave(change, entryId, version, { session: `late ${session}`, only: null });
  change.journal('entry', entryId);
}

async function addSave(
  change: DriveChange,
  entryId: string,
  version: Omit<NewVersion, 'officeSession'>,
  { session, only }: { session: string | null; only: string | null },
): Promise<void> {
  const { tx, mailboxId, now } = change;
  const since = now - STRETCH_SECONDS;
  const last = session === null ? undefined : await readLastSave(tx, mailboxId, entryId, { session, since });
  const earlier = last && (only === null || last.id === only) ? last : null;
  if (earlier) change.use(-earlier.size);
  await addVersion(change, entryId, { ...version, officeSession: session });
  if (earlier) {
    await takePlaceOf(tx, mailboxId, earlier, version.id);
    await removeChunks(tx, mailboxId, [earlier.id], now);
  }
}
