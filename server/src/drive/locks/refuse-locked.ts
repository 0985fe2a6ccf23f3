import { Failure } from '../../platform/failure.ts';
import type { DriveChange } from '../change-drive.ts';
import { readChains, readEntry } from '../entries/entries.store.ts';
import { readLock, readLocks } from './locks.store.ts';

type InDrive = Pick<DriveChange, 'tx' | 'mailboxId' | 'now'>;

/** Refuses to put something else in the place of what somebody edits now; who that is, is said. */
export async function refuseLocked(change: InDrive, entryId: string): Promise<void> {
  const lock = await readLock(change.tx, change.mailboxId, entryId, change.now);
  if (lock) throw await fileLocked(change, entryId, lock.holder);
}

/** The same for what is taken away, with all that lies below: an editor could save no more. */
export async function refuseLockedBelow(change: InDrive, ids: string[]): Promise<void> {
  const { tx, mailboxId, now } = change;
  const locks = await readLocks(tx, mailboxId, now);
  if (locks.length === 0) return;
  const chains = await readChains(
    tx,
    mailboxId,
    locks.map(({ entry_id }) => entry_id),
  );
  const going = new Set(ids);
  const lock = locks.find(({ entry_id }) => chains.get(entry_id)?.some(({ id }) => going.has(id)));
  if (lock) throw await fileLocked(change, lock.entry_id, lock.holder);
}

async function fileLocked({ tx, mailboxId }: InDrive, entryId: string, holder: string): Promise<Failure> {
  const entry = await readEntry(tx, mailboxId, entryId);
  return new Failure('file_locked', 'Somebody edits this file now', {
    details: { holder, name: entry?.name ?? '' },
  });
}
