import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { handle, type JobRun, type TaskHandler } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { SpamTrainer } from '../../platform/rspamd/spam-trainer.ts';
import type { ReadDb } from '../../tables.ts';
import { type LearnJob, learnTask } from './learn-moves.ts';
import { readLearned } from './spam-training.store.ts';

type TrainingDeps = {
  db: ReadDb;
  blobs: BlobStore;
  log: Logger;
  metrics: Metrics;
  /** Null when no filter can be trained. */
  trainSpam: SpamTrainer | null;
};

/** Only the text is learned; anything larger is attachments. */
const BYTES_LEARNED = 2 * 1024 * 1024;

export function spamTrainingHandlers(deps: TrainingDeps): TaskHandler[] {
  return [handle(learnTask, (job, run) => learn(deps, job, run))];
}

/**
 * Messages now in Junk are spam; those in Trash are ignored. A message that was already learned is not an
 * error.
 */
async function learn(deps: TrainingDeps, { mailboxId, messageIds }: LearnJob, run: JobRun): Promise<void> {
  const { trainSpam, metrics, log } = deps;
  if (trainSpam === null) return;
  const messages = await readLearned(deps.db, mailboxId, messageIds);
  let done = 0;
  const told = messages.filter(({ role, size }) => role !== 'Trash' && size <= BYTES_LEARNED);
  try {
    for (const { blob, role } of told) {
      run.signal.throwIfAborted();
      const kind = role === 'Junk' ? 'spam' : 'ham';
      const isNew = await trainSpam(await deps.blobs.read(blob), kind);
      metrics.spamTraining.inc({ outcome: isNew ? kind : 'refused' });
      done += 1;
    }
  } catch (error) {
    if (!run.lastAttempt || run.signal.aborted) throw error;
    metrics.spamTraining.inc({ outcome: 'dropped' }, told.length - done);
    log.warn({ mailbox: mailboxId, reason: (error as Error).message }, 'spam training dropped');
  }
}
