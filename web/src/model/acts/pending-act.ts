import type { Done, Operation, RowsByList, Step } from '../operations/operation.ts';
import type { Target } from '../operations/operation-kind.ts';
import { kindOf } from '../operations/operation-kinds.ts';

export type PendingAct = {
  readonly id: number;
  step: Step;
  readonly targets: readonly Target[];
  readonly given: ReadonlyMap<string, RowsByList>;
  /** `answered` acts lie over the truth until it contains them; `gone` ones do not any more. */
  state: 'waiting' | 'sending' | 'answered' | 'refused' | 'gone';
  attempts: number;
  /** What it takes back. */
  readonly takesBack: PendingAct | null;
  takenBack: boolean;
  before: ReadonlyMap<string, RowsByList>;
  after: ReadonlyMap<string, RowsByList>;
  done: Done | null;
  readonly settled: Promise<boolean>;
  settle(done: boolean): void;
};

export function createPendingAct(
  id: number,
  step: Step,
  takesBack: PendingAct | null,
  attempts: number,
): PendingAct {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const targets = kindOf(step).targets(step);
  return {
    id,
    step,
    targets,
    given: takesBack ? takesBack.after : rowsGiven(targets),
    state: 'waiting',
    attempts,
    takesBack,
    takenBack: false,
    before: new Map(),
    after: new Map(),
    done: null,
    settled: promise,
    settle: resolve,
  };
}

/** The rows that the act came with. */
function rowsGiven(targets: readonly Target[]): Map<string, RowsByList> {
  const given = new Map<string, RowsByList>();
  for (const { thread, folderId } of targets) {
    given.set(thread.id, new Map([...(given.get(thread.id) ?? []), [folderId, thread]]));
  }
  return given;
}

/** What the user did, also where this takes it back. */
export function operationOf({ step, takesBack }: PendingAct): Operation {
  if (takesBack) return operationOf(takesBack);
  return step.kind === 'put-back' ? step.operation : step;
}

/** Marks and stars say how something shall be: the later one makes an earlier, unsent one needless. */
export function replaces(act: PendingAct, earlier: PendingAct): boolean {
  const { kind } = act.step;
  if ((kind !== 'mark' && kind !== 'star') || earlier.step.kind !== kind) return false;
  if (earlier.state !== 'waiting' || earlier.attempts > 0) return false;
  const keys = (targets: readonly Target[]) =>
    targets.map(({ thread, folderId }) => (kind === 'star' ? thread.id : `${thread.id} ${folderId}`)).sort();
  const [ours, theirs] = [keys(act.targets), keys(earlier.targets)];
  return ours.length === theirs.length && ours.every((key, index) => key === theirs[index]);
}
