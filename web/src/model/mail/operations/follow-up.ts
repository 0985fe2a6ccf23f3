import type { Thread } from '@bocau/contract/threads.ts';
import { deriveRows, moveRow } from './change-rows.ts';
import type { Operation } from './operation.ts';
import {
  firstRowBefore,
  type MailOperationKind,
  NOTHING_MOVED,
  sendGroups,
  targetsOf,
} from './operation-kind.ts';

type FollowUp = Extract<Operation, { kind: 'follow-up' }>;

function withTime(row: Thread, at: number | null): Thread {
  const { follow_up_at: _, unanswered_since: __, ...rest } = row;
  return at === null ? rest : { ...rest, follow_up_at: at };
}

export const followUp: MailOperationKind<FollowUp> = {
  targets: ({ groups }) => targetsOf(groups),

  changeRows({ at }, { listId: from }, rows, places) {
    const row = rows.get(from);
    // What had come to the inbox is in the folder of sent mail again.
    const isBack = row?.unanswered_since !== undefined && row.old_folder_id !== null;
    const moved = isBack ? moveRow(rows, from, row.old_folder_id, places) : rows;
    const next = new Map([...moved].map(([list, each]) => [list, withTime(each, at)]));
    deriveRows(next, places);
    return next;
  },

  changeDetail: (_step, _target, detail) => detail,

  send: ({ groups, at }, api) =>
    sendGroups(groups, async (ids) => {
      if (at === null) await api.endFollowUps({ body: { ids } });
      else await api.followUpThreads({ body: { ids, at } });
      return NOTHING_MOVED;
    }),

  /** Back to the time before; what had come to the inbox does not come again. */
  inverse(step, begun) {
    const row = firstRowBefore(step.groups, begun);
    return row?.unanswered_since === undefined ? { ...step, at: row?.follow_up_at ?? null } : null;
  },
};
