import type { DriveChange } from '../change-drive.ts';
import { removeChunks } from '../chunks/chunks.store.ts';
import { journalEntry } from '../entries/create-entry.ts';
import { type EntryRow, updateLatest } from '../entries/entries.store.ts';
import { addVersion, type NewVersion } from '../versions/add-version.ts';
import { type OfficeSave, readLastSave, readSaveSession, takePlaceOf } from './saves.store.ts';

/** Autosaves of one session replace each other within this time. */
const STRETCH_SECONDS = 10 * 60;

/** A save of an editor: its lock, empty without one, and whether the user requested it. */
export type Save = { version: Omit<NewVersion, 'officeSession'>; lock: string; wasAskedFor: boolean };

/**
 * Makes the save of an office editor the latest version. What others wrote meanwhile is kept as a version,
 * and so is an explicit save.
 */
export async function saveVersion(
  change: DriveChange,
  entry: EntryRow,
  { version, lock, wasAskedFor }: Save,
): Promise<void> {
  const { id: versionId, size, contentType } = version;
  const session = wasAskedFor ? askedFor(lock) : lock;
  const last = wasAskedFor ? undefined : await findLastSave(change, entry.id, session);
  await addSave(change, entry.id, version, {
    session,
    earlier: last?.id === entry.version_id ? last : undefined,
  });
  await updateLatest(change.tx, change.mailboxId, entry.id, { versionId, size, contentType }, change.now);
  journalEntry(change, entry.id, entry.parent_id);
}

/** A save that came too late is kept as an older version, which the file does not show. */
export async function keepLateSave(
  change: DriveChange,
  entryId: string,
  { version, lock }: Pick<Save, 'version' | 'lock'>,
): Promise<void> {
  const session = lock === '' ? '' : `late ${lock}`;
  await addSave(change, entryId, version, { session, earlier: await findLastSave(change, entryId, session) });
  change.journal('entry', entryId);
}

/** Whether a version was saved under this lock, by an editor that may not have received the response. */
export async function isSavedUnder(
  { tx, mailboxId }: Pick<DriveChange, 'tx' | 'mailboxId'>,
  versionId: string,
  lock: string,
): Promise<boolean> {
  const session = await readSaveSession(tx, mailboxId, versionId);
  return session !== null && (session === lock || session === askedFor(lock));
}

const askedFor = (lock: string) => (lock === '' ? '' : `asked ${lock}`);

async function findLastSave(
  { tx, mailboxId, now }: DriveChange,
  entryId: string,
  session: string,
): Promise<OfficeSave | undefined> {
  if (session === '') return undefined;
  return readLastSave(tx, mailboxId, entryId, { session, since: now - STRETCH_SECONDS });
}

async function addSave(
  change: DriveChange,
  entryId: string,
  version: Save['version'],
  { session, earlier }: { session: string; earlier: OfficeSave | undefined },
): Promise<void> {
  const { tx, mailboxId, now } = change;
  if (earlier) change.use(-earlier.size);
  await addVersion(change, entryId, { ...version, officeSession: session || null });
  if (!earlier) return;
  await takePlaceOf(tx, mailboxId, earlier, version.id);
  await removeChunks(tx, mailboxId, [earlier.id], now);
}
