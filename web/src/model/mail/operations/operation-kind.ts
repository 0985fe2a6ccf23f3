import type { ApiClient } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import { portions } from '../../../lib/portions.ts';
import type { Begun, OperationKind, Target } from '../../engine/noun.ts';
import type { Done, Step, ThreadsIn } from './operation.ts';
import type { Places } from './places.ts';

/** The types of mail for the engine: threads as rows of folders and of Starred. */
export type Mail = {
  row: Thread;
  detail: ThreadWithMessages;
  operation: Step;
  answer: Done;
  lists: Places;
  counts: { total: number; unread: number };
};

/** A thread that an operation changes, and the folder in which it does. */
export type MailTarget = Target<Mail>;
export type MailBegun = Begun<Mail>;

/** The behaviour of one kind of operation. */
export type MailOperationKind<S extends Step = Step> = OperationKind<Mail, S> & {
  /** Safe to repeat. */
  send(step: S, api: ApiClient, places: Places): Promise<Done>;
};

export const NOTHING_MOVED: Done = { moves: [], removedRules: [] };

export function moved(moves: Done['moves']): Done {
  return { moves, removedRules: [] };
}

export function targetsOf(groups: readonly ThreadsIn[]): MailTarget[] {
  return groups.flatMap(({ folderId, threads }) => threads.map((row) => ({ row, listId: folderId })));
}

/** The groups with those threads alone whose row in their folder was such before an operation. */
export function groupsBefore(
  groups: readonly ThreadsIn[],
  { before }: Pick<MailBegun, 'before'>,
  was: (row: Thread) => boolean,
): ThreadsIn[] {
  return groups.flatMap(({ folderId, threads }) => {
    const those = threads.filter(({ id }) => {
      const row = before.get(id)?.get(folderId);
      return row !== undefined && was(row);
    });
    return those.length > 0 ? { folderId, threads: those } : [];
  });
}

/** The row of the first thread as it was before an operation. */
export function firstRowBefore(
  [group]: readonly ThreadsIn[],
  { before }: Pick<MailBegun, 'before'>,
): Thread | undefined {
  return group && before.get(group.threads[0]?.id ?? '')?.get(group.folderId);
}

/** Calls once per folder, in batches of what one call accepts. */
export async function sendGroups(
  groups: readonly ThreadsIn[],
  call: (ids: string[], folderId: string) => Promise<Done>,
): Promise<Done> {
  let all = NOTHING_MOVED;
  for (const { folderId, threads } of groups) {
    const ids = threads.map((thread) => thread.id);
    for (const some of portions(ids, LIMITS.idsPerCall)) {
      const { moves, removedRules } = await call(some, folderId);
      all = { moves: [...all.moves, ...moves], removedRules: [...all.removedRules, ...removedRules] };
    }
  }
  return all;
}
