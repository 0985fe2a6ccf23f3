import { REVIEW_DAYS } from '@bocau/contract/admin-review.ts';
import { DELETED_TEMPLATE_DAYS } from '@bocau/contract/domain-templates.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import { AUDIT_DAYS } from '@bocau/contract/people.ts';
import { ACTIVITY_DAYS } from '@bocau/contract/security.ts';
import { deleteOldRemoved } from '../../mail/messages/removed-messages.store.ts';
import { deleteOldCircuits } from '../../mail/outbox/circuit-breaker.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Tx } from '../../tables.ts';
import {
  deleteAuditRows,
  deleteBulkJobs,
  deleteDiscarded,
  deleteDomainTemplates,
  deleteDriveCopies,
  deleteEndedProfileLinks,
  deleteEndedSessions,
  deleteFailedJobs,
  deleteKnownDevices,
  deleteLabels,
  deleteOldMerges,
  deleteRemovedOutgoing,
  deleteSecurityEvents,
  deleteSignIns,
} from './cleaning.store.ts';
import type { CleaningDeps } from './cleaning-deps.ts';

type Rule = {
  remove: (tx: Tx, batch: { before: number; limit: number; now: number }) => Promise<number>;
  keptSeconds: number;
  limit: number;
};

const DAY = 24 * 3600;
const ROWS_A_STEP = 2_000;

const rules: Rule[] = [
  { remove: deleteEndedSessions, keptSeconds: 0, limit: ROWS_A_STEP },
  { remove: deleteEndedProfileLinks, keptSeconds: 0, limit: ROWS_A_STEP },
  { remove: deleteSignIns, keptSeconds: 90 * DAY, limit: ROWS_A_STEP },
  { remove: deleteSecurityEvents, keptSeconds: ACTIVITY_DAYS * DAY, limit: ROWS_A_STEP },
  { remove: deleteAuditRows, keptSeconds: AUDIT_DAYS * DAY, limit: ROWS_A_STEP },
  // No device cookie lives longer.
  { remove: deleteKnownDevices, keptSeconds: ACTIVITY_DAYS * DAY, limit: ROWS_A_STEP },
  // One at a time, because the steps of all its messages are deleted with it.
  { remove: deleteBulkJobs, keptSeconds: LIMITS.bulkUndoHours * 3600 + DAY, limit: 1 },
  // Longer than the job that deletes one, which brings it back when it is undone or fails.
  { remove: deleteLabels, keptSeconds: LIMITS.bulkUndoHours * 3600 + 7 * DAY, limit: ROWS_A_STEP },
  { remove: deleteOldRemoved, keptSeconds: LIMITS.removedDays * DAY, limit: ROWS_A_STEP },
  { remove: deleteDriveCopies, keptSeconds: 7 * DAY, limit: ROWS_A_STEP },
  // A review of an account counts what an intruder sent and deleted for this long, and lists what was sent.
  { remove: deleteRemovedOutgoing, keptSeconds: REVIEW_DAYS * DAY, limit: ROWS_A_STEP },
  // A sender gives up long before.
  { remove: deleteDiscarded, keptSeconds: 30 * DAY, limit: ROWS_A_STEP },
  { remove: deleteOldMerges, keptSeconds: MERGE_LIMITS.keptDays * DAY, limit: 20 },
  { remove: deleteDomainTemplates, keptSeconds: DELETED_TEMPLATE_DAYS * DAY, limit: 100 },
  { remove: deleteOldCircuits, keptSeconds: DAY, limit: ROWS_A_STEP },
  { remove: deleteFailedJobs, keptSeconds: 30 * DAY, limit: ROWS_A_STEP },
];

export async function removeOldRows(deps: CleaningDeps, signal: AbortSignal): Promise<void> {
  const now = unixSeconds(deps.clock);
  for (const { remove, keptSeconds, limit } of rules) {
    const batch = { before: now - keptSeconds, limit, now };
    let removed: number;
    do {
      signal.throwIfAborted();
      removed = await inTransaction(deps.db, (tx) => remove(tx, batch));
    } while (removed >= limit);
  }
}
