import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { deliverHere } from './deliver-here.ts';
import type { DeliverHereDeps } from './sending-deps.ts';
import { deliverHereTask, startSendingTask } from './sending-tasks.ts';
import { startSending } from './start-sending.ts';

export function sendingHandlers(deps: DeliverHereDeps): TaskHandler[] {
  return [
    handle(startSendingTask, (letter, run) => startSending(deps, letter, run)),
    handle(deliverHereTask, (letter, run) => deliverHere(deps, letter, run)),
  ];
}
