import type { ApiClient } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import type { Done, RowsByList, Step, ThreadsIn } from './operation.ts';
import type { Places } from './places.ts';

/** One thread that an act goes to, and the folder that it goes to there. */
export type Target = { thread: Thread; folderId: string };

/** What is known of an act that has begun, when it is to be taken back. */
export type Begun = {
  /** Rows of its threads before and after it, by thread id. */
  before: ReadonlyMap<string, RowsByList>;
  after: ReadonlyMap<string, RowsByList>;
  done: Done | null;
  unclear: boolean;
};

/** Everything that an act of one kind does. Changes of rows and threads are pure, and do nothing the second time. */
export type OperationKind<S extends Step = Step> = {
  targets(step: S): readonly Target[];
  changeRows(step: S, target: Target, rows: RowsByList, places: Places): RowsByList;
  changeDetail(step: S, target: Target, detail: ThreadWithMessages, places: Places): ThreadWithMessages;
  /** Safe to be sent again. */
  send(step: S, api: ApiClient, places: Places): Promise<Done>;
  /** What takes it back; null where nothing does. */
  inverse(step: S, begun: Begun): Step | null;
};

export const NOTHING_MOVED: Done = { moves: [], removedRules: [] };

export function moved(moves: Done['moves']): Done {
  return { moves, removedRules: [] };
}

export function targetsOf(groups: readonly ThreadsIn[]): Target[] {
  return groups.flatMap(({ folderId, threads }) => threads.map((thread) => ({ thread, folderId })));
}

/** Calls for each folder, in portions that one call may hold. */
export async function sendGroups(
  groups: readonly ThreadsIn[],
  call: (ids: string[], folderId: string) => Promise<Done>,
): Promise<Done> {
  let all = NOTHING_MOVED;
  for (const { folderId, threads } of groups) {
    const ids = threads.map((thread) => thread.id);
    for (const some of portions(ids)) {
      const { moves, removedRules } = await call(some, folderId);
      all = { moves: [...all.moves, ...moves], removedRules: [...all.removedRules, ...removedRules] };
    }
  }
  return all;
}

export function portions<T>(items: readonly T[]): T[][] {
  const some: T[][] = [];
  for (let from = 0; from < items.length; from += LIMITS.idsPerCall) {
    some.push(items.slice(from, from + LIMITS.idsPerCall));
  }
  return some;
}
