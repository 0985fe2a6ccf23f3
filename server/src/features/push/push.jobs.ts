import { createHostGate } from '../../mail/outbox/host-gate.ts';
import { pushTask } from '../../mail/push/push-task.ts';
import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type PushDeps, sendPush } from './send-push.ts';

/** Browsers of one maker have one push service. */
const CONNECTIONS_TO_A_SERVICE = 40;

export function pushHandlers(deps: PushDeps): TaskHandler[] {
  const { db, clock, outside } = deps;
  const gate = createHostGate({ db, clock, queued: outside.queued }, CONNECTIONS_TO_A_SERVICE);
  return [handle(pushTask, (job) => sendPush(deps, gate, job))];
}
