import { unixSeconds } from '../../platform/clock.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { deliverLocal } from './deliver-local.ts';
import { type DeliverToDestinationDeps, deliverToDestination } from './deliver-to-destination.ts';
import { ORPHANED_AFTER_SECONDS, recoverOrphans } from './recover-orphans.ts';
import { releaseDomain, releaseDomainTask, releaseHeld, releaseSenderTask } from './release-sender.ts';
import { restDraft } from './rest-draft.ts';
import { restDraftTask } from './rest-draft-task.ts';
import type { DeliverLocalDeps } from './sending-deps.ts';
import { deliverLocalTask, deliverToDestinationTask, startSendTask } from './sending-tasks.ts';
import { startSend } from './start-send.ts';

const recoverOutboxTask = defineTask('recover_outbox', { maxAttempts: 3, priority: 10, lane: 'slow' });

export const outboxCron: CronJob[] = [{ task: recoverOutboxTask, at: '27 * * * *', catchUpHours: 1 }];

export function outboxHandlers(deps: DeliverLocalDeps & DeliverToDestinationDeps): TaskHandler[] {
  return [
    handle(startSendTask, (outgoing, run) => startSend(deps, outgoing, run)),
    handle(deliverLocalTask, (outgoing, run) => deliverLocal(deps, outgoing, run)),
    handle(deliverToDestinationTask, (place, run) => deliverToDestination(deps, place, run)),
    handle(restDraftTask, (draft) => restDraft(deps, draft)),
    handle(releaseDomainTask, (job) => releaseDomain(deps, job)),
    handle(releaseSenderTask, (job) => releaseHeld(deps, job)),
    handle(recoverOutboxTask, (_payload, { signal }) =>
      recoverOrphans(deps, unixSeconds(deps.clock) - ORPHANED_AFTER_SECONDS, signal),
    ),
  ];
}
