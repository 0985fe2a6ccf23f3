import { type CronJob, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type DeliverElsewhereDeps, deliverElsewhere } from './deliver-elsewhere.ts';
import { deliverHere } from './deliver-here.ts';
import type { DeliverHereDeps } from './sending-deps.ts';
import { deliverElsewhereTask, deliverHereTask, startSendingTask, strandedTask } from './sending-tasks.ts';
import { startSending } from './start-sending.ts';
import { takeUpStranded } from './take-up-stranded.ts';

export const sendingCron: CronJob[] = [{ task: strandedTask, at: '27 * * * *', catchUpHours: 1 }];

export function sendingHandlers(deps: DeliverHereDeps & DeliverElsewhereDeps): TaskHandler[] {
  return [
    handle(startSendingTask, (letter, run) => startSending(deps, letter, run)),
    handle(deliverHereTask, (letter, run) => deliverHere(deps, letter, run)),
    handle(strandedTask, (_payload, { signal }) => takeUpStranded(deps, signal)),
    handle(deliverElsewhereTask, (place, run) => deliverElsewhere(deps, place, run)),
  ];
}
