import type { BulkJob } from '@bocau/contract/bulk.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { BulkRow } from './bulk.store.ts';

export function bulkView(job: BulkRow, now: number): BulkJob {
  const { id, action, state, total, done, created_at, to_folder_id, label_id, freed_bytes } = job;
  return {
    ...{ id, action, state, total, done, created_at, to_folder_id },
    ...(label_id === null ? {} : { label_id }),
    can_undo: canUndo(job, now),
    blocked: job.rules_made.length,
    unblocked: action === 'not_spam' ? job.rules_removed.length : 0,
    not_blocked: job.senders_not_blocked,
    changed: job.changed,
    ...(freed_bytes === 0 ? {} : { freed_bytes }),
  };
}

export function canUndo(job: BulkRow, now: number): boolean {
  const inTime = now - job.created_at < LIMITS.bulkUndoHours * 3600;
  return inTime && !job.for_good && job.state !== 'undoing' && job.state !== 'undone';
}
