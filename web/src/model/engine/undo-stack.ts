import type { Noun } from './noun.ts';
import type { OperationQueue } from './operation-queue.ts';
import type { PendingOperation } from './pending-operation.ts';

/** Operations of this session that can be undone, the latest last. */
type UndoStack<N extends Noun> = {
  push(pending: PendingOperation<N>): void;
  undoLatest(): PendingOperation<N> | null;
};

const MAX_OPERATIONS = 50;

export function createUndoStack<N extends Noun>(queue: Pick<OperationQueue<N>, 'undo'>): UndoStack<N> {
  const stack: PendingOperation<N>[] = [];
  return {
    push(pending) {
      stack.push(pending);
      if (stack.length > MAX_OPERATIONS) stack.shift();
    },
    undoLatest() {
      for (let pending = stack.pop(); pending; pending = stack.pop()) {
        if (queue.undo(pending)) return pending;
      }
      return null;
    },
  };
}
