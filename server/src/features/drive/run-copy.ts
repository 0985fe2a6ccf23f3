import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import { type DriveCaller, reachEntries, reachFolder } from '../../drive/access/reach-entry.ts';
import { changeDrive, type DriveChange, type DriveDeps } from '../../drive/change-drive.ts';
import { holdDrive } from '../../drive/drive.store.ts';
import { readEntry } from '../../drive/entries/entries.store.ts';
import { placeEntry } from '../../drive/entries/place-entry.ts';
import { enqueuePurge } from '../../drive/purge/enqueue-purge.ts';
import { enqueueDriveTexts } from '../../drive/texts/unread-text.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask, type JobRun } from '../../platform/jobs/task.ts';
import { isPermanent } from '../../platform/jobs/translate-error.ts';
import { type Batch, copyBatch } from './copy-batch.ts';
import {
  type CopyFolder,
  type CopyRow,
  discardCopied,
  readCopy,
  readCopyFolders,
  updateCopy,
} from './copy-job.store.ts';

type CopyPayload = { mailbox_id: number; id: string };

export const copyTask = defineTask<CopyPayload>('drive_copy', {
  maxAttempts: 10,
  priority: 10,
  lane: 'slow',
});

const FOLDERS_A_BATCH = 100;
/** After this time the job goes to the end of the queue, so that a large one does not block those behind it. */
const TURN_MS = 5_000;

/**
 * Copies in batches, each a change of its own that records its progress: after a crash anywhere, the next
 * attempt continues after the last batch. In the end, one more change moves the copy into its folder.
 */
export async function runCopy(deps: DriveDeps, payload: CopyPayload, run: JobRun): Promise<void> {
  const turnEnds = deps.clock.now() + TURN_MS;
  try {
    for (;;) {
      run.signal.throwIfAborted();
      const state = await changeDrive(deps, payload.mailbox_id, (change) =>
        runBatch(deps, change, payload.id),
      );
      if (state !== 'running') return;
      if (deps.clock.now() >= turnEnds) {
        const shares = [`from ${payload.mailbox_id}`];
        await inTransaction(deps.db, (tx) => addJob(tx, copyTask, payload, { shares }));
        return;
      }
    }
  } catch (error) {
    if ((run.lastAttempt || isPermanent(error)) && !run.signal.aborted) {
      const code = error instanceof Failure ? error.code : 'internal_error';
      await endCopy(deps, payload, 'failed', code);
      if (isPermanent(error)) return;
    }
    throw error;
  }
}

async function runBatch(
  { clock }: DriveDeps,
  change: DriveChange,
  id: string,
): Promise<DriveCopyJob['state'] | undefined> {
  const { tx, mailboxId, now } = change;
  const copy = await readCopy(tx, mailboxId, id);
  if (copy?.state !== 'running') return copy?.state;
  const caller = { person: copy.by_mailbox_id, at: now };
  const target = await reachFolder(tx, caller, copy.parent_id, 'WRITE');
  if (target.mailboxId !== mailboxId) throw new Failure('file_not_found', 'The folder is in another drive');
  const folders = await readCopyFolders(tx, copy, FOLDERS_A_BATCH);
  const [first] = folders;
  if (!first) return finishCopy(change, copy);
  const from = first.from_mailbox_id;
  if (from !== mailboxId) await holdDrive(tx, from);
  const batch = await reachable(
    change,
    caller,
    folders.filter((folder) => folder.from_mailbox_id === from),
  );
  await updateCopy(tx, await copyBatch(change, clock, copy, { from, target, ...batch }));
  return 'running';
}

/** Omits entries that were moved or deleted meanwhile, or are no longer shared. */
async function reachable(
  { tx }: DriveChange,
  caller: DriveCaller,
  folders: CopyFolder[],
): Promise<Pick<Batch, 'folders' | 'gone'>> {
  try {
    await reachEntries(
      tx,
      caller,
      folders.map(({ from_id }) => from_id),
      'READ',
    );
    return { folders, gone: [] };
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  const found: CopyFolder[] = [];
  const gone: CopyFolder[] = [];
  for (const folder of folders) {
    try {
      await reachEntries(tx, caller, [folder.from_id], 'READ');
      found.push(folder);
    } catch (error) {
      if (!isGone(error)) throw error;
      gone.push(folder);
    }
  }
  return { folders: found, gone };
}

function isGone(error: unknown): boolean {
  return error instanceof Failure && error.code === 'file_not_found';
}

/** Publishes the whole copy at once, and releases the rest of its reservation. */
async function finishCopy(change: DriveChange, copy: CopyRow): Promise<DriveCopyJob['state']> {
  const { tx, mailboxId } = change;
  for (const id of copy.roots) {
    const entry = await readEntry(tx, mailboxId, id);
    if (entry) await placeEntry(change, entry, { parentId: copy.parent_id, onConflict: 'rename' });
  }
  if (copy.reserved_bytes > 0) change.reserve(-copy.reserved_bytes);
  await enqueueDriveTexts(tx, mailboxId);
  await updateCopy(tx, { ...copy, state: 'done', total: copy.done, reserved_bytes: 0 });
  return 'done';
}

/** Discards an unfinished copy. */
export async function endCopy(
  deps: DriveDeps,
  { mailbox_id: mailboxId, id }: CopyPayload,
  state: 'cancelled' | 'failed',
  error: string | null,
): Promise<void> {
  await changeDrive(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const copy = await readCopy(tx, mailboxId, id);
    if (copy?.state !== 'running') return;
    await discardCopied(tx, copy, now);
    await enqueuePurge(tx, mailboxId, null);
    if (copy.reserved_bytes > 0) change.reserve(-copy.reserved_bytes);
    await updateCopy(tx, { ...copy, state, error, reserved_bytes: 0 });
  });
}
