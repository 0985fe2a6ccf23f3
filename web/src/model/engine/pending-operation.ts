import type { Noun, OperationKind, RowsByList, Target } from './noun.ts';

/** An optimistic update: the screen shows it already, the server may not have it yet. Refused, it is rolled back. */
export type PendingOperation<N extends Noun> = {
  readonly id: number;
  operation: N['operation'];
  readonly targets: readonly Target<N>[];
  /** Where no list that is loaded knows an entity: its rows when the operation began, by entity id. */
  readonly given: ReadonlyMap<string, RowsByList<N>>;
  /** `answered` ones stay in the overlay until the server's state contains them; `gone` ones have left it. */
  state: 'waiting' | 'sending' | 'answered' | 'refused' | 'gone';
  attempts: number;
  /** How often in a row the server answered that it could not do it. */
  failures: number;
  readonly undoes: PendingOperation<N> | null;
  undone: boolean;
  before: ReadonlyMap<string, RowsByList<N>>;
  after: ReadonlyMap<string, RowsByList<N>>;
  answer: N['answer'] | null;
  /** Settles when the server has answered: true when it is done, false when it was refused, or undone unsent. */
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

/** The rows that the operation came with. */
function rowsGiven<N extends Noun>(targets: readonly Target<N>[]): Map<string, RowsByList<N>> {
  const given = new Map<string, RowsByList<N>>();
  for (const { row, listId } of targets) {
    given.set(row.id, new Map([...(given.get(row.id) ?? []), [listId, row]]));
  }
  return given;
}

/** What the user did first, also where this undoes it. */
export function firstOf<N extends Noun>(pending: PendingOperation<N>): PendingOperation<N> {
  return pending.undoes ? firstOf(pending.undoes) : pending;
}

/** Some operations say how something shall be: the later one makes an earlier, unsent one needless. */
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
