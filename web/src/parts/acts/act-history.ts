import { createStore } from '../../lib/store.ts';
import { now } from '../../lib/timers.ts';
import type { Act } from '../../model/mail/mail-model.ts';

/**
 * `begun`: the server is working on it, and its end will be reported. `failed`: reported, and can be retried;
 * `final`: reported, and cannot. `nothing`: there is nothing left to undo.
 */
export type Undoing = 'undone' | 'begun' | 'nothing' | 'failed' | 'final';

/** An act of any kind that was done in this page, as one step. */
export type PastAct = {
  id: number;
  /** The time, in Unix seconds. */
  at: number;
  state: 'done' | 'undoing' | 'undone' | 'final';
  /** What was done, and to how many. */
  words(): string;
  /** The id of the server's job that does it, if any. */
  jobId: string | null;
  /**
   * Done in an earlier visit or another tab: can be undone from the list, but is not this page's latest act.
   */
  elsewhere: boolean;
  /** The model's acts that it consists of, if any. */
  acts(): readonly Act[];
  undo(): Promise<Undoing>;
};

const MAX_ACTS = 20;

/** The latest first. */
export const actHistory = createStore<readonly PastAct[]>([]);
let lastId = 0;

type Recorded = Pick<PastAct, 'words' | 'undo'> &
  Partial<Pick<PastAct, 'jobId' | 'at' | 'elsewhere' | 'acts'>>;

export function recordAct(what: Recorded): number {
  lastId += 1;
  const act: PastAct = {
    ...{ jobId: null, elsewhere: false, at: Math.floor(now() / 1000), acts: () => [] },
    ...what,
    id: lastId,
    state: 'done',
  };
  const later = (one: PastAct, other: PastAct) => other.at - one.at || other.id - one.id;
  actHistory.set([act, ...actHistory.get()].toSorted(later).slice(0, MAX_ACTS));
  return lastId;
}

/** The act never happened: the server refused it, or it was stopped before it did anything. */
export function forgetAct(id: number): void {
  actHistory.set(actHistory.get().filter((act) => act.id !== id));
}

/** These acts were undone by other means: removes each step that consists only of them. */
export function forgetTakenBack(ids: readonly number[]): void {
  const left = actHistory.get().filter((past) => {
    const acts = past.acts();
    return acts.length === 0 || acts.some(({ id }) => !ids.includes(id));
  });
  actHistory.set(left);
}

export async function undoPast(id: number): Promise<Undoing> {
  const act = actHistory.get().find((each) => each.id === id);
  if (act?.state !== 'done') return 'nothing';
  setState(id, 'undoing');
  const undoing = await act.undo();
  setState(id, STATES[undoing]);
  return undoing;
}

/** The latest act that can be undone. */
export function latestAct(): PastAct | null {
  return actHistory.get().find((act) => act.state === 'done' && !act.elsewhere) ?? null;
}

/** The server keeps what a job has changed for only a day. */
export function endUndo(jobId: string): void {
  const known = actHistory.get().find((act) => act.jobId === jobId && act.state === 'done');
  if (known) setState(known.id, 'final');
}

const STATES = {
  undone: 'undone',
  begun: 'undone',
  nothing: 'final',
  final: 'final',
  failed: 'done',
} as const;

function setState(id: number, state: PastAct['state']): void {
  actHistory.set(actHistory.get().map((act) => (act.id === id ? { ...act, state } : act)));
}
