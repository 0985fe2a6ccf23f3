import type { Message } from '@bocau/contract/messages.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
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

type Timed = Pick<Thread, 'follow_up_at' | 'unanswered_since'>;

function withTime<T extends Timed>(thing: T, at: number | null): T {
  const { follow_up_at: _, unanswered_since: __, ...rest } = thing;
  return (at === null ? rest : { ...rest, follow_up_at: at }) as T;
}

/** The last message that was sent is the one whose answer is waited for. */
function waitOfMessages({ messages }: ThreadWithMessages, at: number | null): Message[] {
  const last = messages.findLast(({ folder }) => folder === 'Sent');
  return messages.map((message) => withTime(message, message === last ? at : null));
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

  changeDetail: ({ at }, _target, detail) => ({
    ...withTime(detail, at),
    messages: waitOfMessages(detail, at),
  }),

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
