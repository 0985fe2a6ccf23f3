import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { SendingDeps } from '../sending/sending-deps.ts';
import { sendPeriodicTask } from './plan-next.ts';
import { sendOccurrence } from './send-occurrence.ts';

export function periodicHandlers(deps: SendingDeps): TaskHandler[] {
  return [handle(sendPeriodicTask, (template, run) => sendOccurrence(deps, template, run))];
}
