import type { Noun, OperationKind, RowsByList, Target } from './noun.ts';

/** An optimistic update: on the screen already, maybe not yet on the server. Rolled back when refused. */
export type PendingOperation<N extends Noun> = {
  readonly id: number;
  operation: N['operation'];
  readonly targets: readonly Target<N>[];
  /** Rows from when the operation began, by entity id, for entities that no loaded list contains. */
  readonly given: ReadonlyMap<string, RowsByList<N>>;
  /** `answered` ones stay in the overlay until the server's state contains them; `gone` ones have left it. */
  state: 'waiting' | 'sending' | 'answered' | 'refused' | 'gone';
  attempts: number;
  /** Consecutive failures of the server. */
  failures: number;
  readonly undoes: PendingOperation<N> | null;
  undone: boolean;
  before: ReadonlyMap<string, RowsByList<N>>;
  after: ReadonlyMap<string, RowsByList<N>>;
  answer: N['answer'] | null;
  /**
   * Settles when the server has answered: true when done, false when refused or undone before it was sent.
   */
  readonly settled: Promise<boolean>;
  settle(done: boolean): void;
};

export function createPendingOperation<N extends Noun>(
  id: number,
  operation: N['operation'],
  kind: OperationKind<N>,
  { undoes, attempts }: { undoes: PendingOperation<N> | null; attempts: number },
): PendingOperation<N> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const targets = kind.targets(operation);
  return {
    id,
    operation,
    targets,
    given: undoes ? undoes.after : rowsGiven(targets),
    state: 'waiting',
    attempts,
    failures: 0,
    undoes,
    undone: false,
    before: new Map(),
    after: new Map(),
    answer: null,
    settled: promise,
    settle: resolve,
  };
}

/** The rows that the operation was given. */
function rowsGiven<N extends Noun>(targets: readonly Target<N>[]): Map<string, RowsByList<N>> {
  const given = new Map<string, RowsByList<N>>();
  for (const { row, listId } of targets) {
    given.set(row.id, new Map([...(given.get(row.id) ?? []), [listId, row]]));
  }
  return given;
}

/** The user's original operation, also when this one undoes it. */
export function firstOf<N extends Noun>(pending: PendingOperation<N>): PendingOperation<N> {
  return pending.undoes ? firstOf(pending.undoes) : pending;
}

/** Operations that set a state: a later one makes an earlier, unsent one redundant. */
export function replaces<N extends Noun>(
  pending: PendingOperation<N>,
  earlier: PendingOperation<N>,
  kind: OperationKind<N>,
): boolean {
  if (!kind.replaceKey || pending.operation.kind !== earlier.operation.kind) return false;
  if (earlier.state !== 'waiting' || earlier.attempts > 0) return false;
  const keys = (targets: readonly Target<N>[]) => targets.map((target) => kind.replaceKey?.(target)).sort();
  const [ours, theirs] = [keys(pending.targets), keys(earlier.targets)];
  return ours.length === theirs.length && ours.every((key, index) => key === theirs[index]);
}
