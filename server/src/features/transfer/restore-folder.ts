import { recordActs } from '../../identity/administration/record-acts.ts';
import { openBackup } from '../../platform/backups/backup-folder.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { addJob, hasJob } from '../../platform/jobs/add-job.ts';
import { defineTask, handle, type JobRun, type TaskHandler } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';
import type { ImportDeps } from './import-mail.ts';
import { NotInBackupError, type RestoredMail, restoreMail, whoseMailIn } from './restore-mail.ts';
import {
  beginRestore,
  findRestoredMailbox,
  type KeptRestore,
  noteRestore,
  type RestoreProgress,
  readRestore,
} from './restores.store.ts';

export type RestoreDeps = ImportDeps & { log: Logger; config: { backupDir: string | null } };

type Wanted = { backup: string; folder: string };

const restoreFolderTask = defineTask<{ mailboxId: number }>('restore_folder', {
  maxAttempts: 6,
  priority: 10,
  lane: 'slow',
});

const jobKey = (mailboxId: number) => `restore_folder ${mailboxId}`;

/** Stores the request and its author; a job executes it. */
export async function restoreFolder(
  { db, clock }: RestoreDeps,
  mailbox: { id: number; email: string; domain_id: number },
  wanted: Wanted,
  actor: Actor,
): Promise<KeptRestore> {
  const now = unixSeconds(clock);
  return inTransaction(db, async (tx) => {
    const begun =
      (await beginRestore(tx, mailbox.id, { ...wanted, now })) ||
      // A process that died in the last attempt could not record it.
      (!(await hasJob(tx, jobKey(mailbox.id))) &&
        (await beginRestore(tx, mailbox.id, { ...wanted, now, lost: true })));
    if (!begun) throw new Failure('operation_in_progress', 'A folder of this mailbox is being restored');
    const target = { domainId: mailbox.domain_id, name: mailbox.email, mailboxId: mailbox.id };
    const after = `${wanted.folder} (${wanted.backup})`;
    await recordActs(tx, target, { actor, at: now }, [{ act: 'mail_restored', after }]);
    await addJob(tx, restoreFolderTask, { mailboxId: mailbox.id }, { jobKey: jobKey(mailbox.id) });
    return (await readRestore(tx, mailbox.id)) as KeptRestore;
  });
}

/** The latest restore. Without its job, an unfinished one will never finish. */
export async function showRestore(db: ReadDb, mailboxId: number): Promise<KeptRestore | null> {
  const restore = await readRestore(db, mailboxId);
  if (!isOpen(restore) || (await hasJob(db, jobKey(mailboxId)))) return restore;
  // It may just have finished.
  const now = await readRestore(db, mailboxId);
  return isOpen(now) ? { ...now, state: 'failed' } : now;
}

function isOpen(restore: KeptRestore | null): restore is KeptRestore {
  return restore?.state === 'waiting' || restore?.state === 'running';
}

export function restoreHandlers(deps: RestoreDeps): TaskHandler[] {
  return [handle(restoreFolderTask, ({ mailboxId }, run) => workOn(deps, mailboxId, run))];
}

async function workOn(deps: RestoreDeps, mailboxId: number, { signal, lastAttempt }: JobRun): Promise<void> {
  const { db, clock, log, config } = deps;
  const mailbox = await findRestoredMailbox(db, mailboxId);
  const asked = await readRestore(db, mailboxId);
  if (!mailbox || !isOpen(asked)) return;
  let progress: RestoreProgress = { ...asked, putBack: asked.put_back };
  const note = (end: Parameters<typeof noteRestore>[3]) =>
    inTransaction(db, (tx) => noteRestore(tx, mailboxId, progress, end));
  try {
    if (config.backupDir === null) throw new Error('BACKUP_DIR is not set for this process');
    const backup = await openBackup(config.backupDir, asked.backup);
    await restoreMail(deps, mailboxId, {
      dir: config.backupDir,
      backup,
      whose: await whoseMailIn(db, backup, mailbox),
      folder: asked.folder,
      async afterStep(result) {
        progress = withBefore(asked, result);
        await note(null);
        signal.throwIfAborted();
      },
    });
    await note({ state: 'done', now: unixSeconds(clock) });
  } catch (error) {
    const isFinal = lastAttempt || error instanceof NotInBackupError;
    if (!isFinal || signal.aborted) throw error;
    log.error({ reason: (error as Error).message, backup: asked.backup }, 'folder not restored');
    await note({ state: 'failed', now: unixSeconds(clock) });
  }
}

/** Messages restored by an earlier attempt exist now. */
function withBefore(before: KeptRestore, { restored, known, putBack, drafts, problems }: RestoredMail) {
  return {
    seen: restored + known + drafts + problems.length,
    restored: before.restored + restored,
    putBack: before.put_back + putBack,
    unreadable: problems.length,
  };
}
