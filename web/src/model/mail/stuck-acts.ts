import { firstOf, type PendingOperation } from '../engine/pending-operation.ts';
import type { StuckAct } from './mail-model.ts';
import type { Operation } from './operations/operation.ts';
import type { Mail } from './operations/operation-kind.ts';

/** The acts that the server keeps failing, for the screens: the same object until they change. */
export function createStuckActs(changed: () => void) {
  let known: readonly PendingOperation<Mail>[] = [];
  let shown: readonly StuckAct[] = [];
  return {
    read: () => shown,
    follow(stuck: readonly PendingOperation<Mail>[]): void {
      if (stuck.length === known.length && stuck.every((pending, index) => pending === known[index])) return;
      known = stuck;
      shown = stuck.map(userActOf);
      changed();
    },
  };
}

/** The user's act behind this operation or undo. */
export function userActOf(pending: PendingOperation<Mail>): StuckAct {
  return { id: firstOf(pending).id, operation: operationOf(pending), undoing: pending.undoes !== null };
}

/** The user's operation, also when the pending one undoes it. */
function operationOf(pending: PendingOperation<Mail>): Operation {
  const step = firstOf(pending).operation;
  return step.kind === 'put-back' || step.kind === 'restore-labels' ? step.operation : step;
}
