import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type DeliverElsewhereDeps, deliverElsewhere } from './deliver-elsewhere.ts';
import { deliverHere } from './deliver-here.ts';
import type { DeliverHereDeps } from './sending-deps.ts';
import { deliverElsewhereTask, deliverHereTask, startSendingTask } from './sending-tasks.ts';
import { startSending } from './start-sending.ts';

export function sendingHandlers(deps: DeliverHereDeps & DeliverElsewhereDeps): TaskHandler[] {
  return [
    handle(startSendingTask, (letter, run) => startSending(deps, letter, run)),
    handle(deliverHereTask, (letter, run) => deliverHere(deps, letter, run)),
    handle(deliverElsewhereTask, (place, run) => deliverElsewhere(deps, place, run)),
  ];
}
