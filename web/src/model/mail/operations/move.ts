import { moveMessagesOf } from './change-detail.ts';
import { moveRow } from './change-rows.ts';
import type { Operation, ThreadsIn } from './operation.ts';
import { type MailOperationKind, moved, sendGroups, targetsOf } from './operation-kind.ts';
import type { Places } from './places.ts';
import { putBackOf } from './put-back-of.ts';

type Move = Extract<Operation, { kind: 'move' | 'spam' | 'not-spam' }>;

function targetOf(step: Move, places: Places): string {
  if (step.kind === 'move') return step.toFolderId;
  return step.kind === 'spam' ? places.junk : places.inbox;
}

const moving: Omit<MailOperationKind<Move>, 'send'> = {
  targets: (step) => targetsOf(step.groups),
  changeRows: (step, { listId: folderId }, rows, places) =>
    moveRow(rows, folderId, targetOf(step, places), places),
  changeDetail: (step, { listId: folderId }, detail, places) =>
    moveMessagesOf(detail, folderId, targetOf(step, places), places),
  inverse: (step, begun) => putBackOf(step, targetsOf(step.groups), begun),
};

export const move: MailOperationKind<Move> = {
  ...moving,
  send: (step, api, places) => {
    const to_folder_id = targetOf(step, places);
    const elsewhere = (group: ThreadsIn) => group.folderId !== to_folder_id;
    return sendGroups(step.groups.filter(elsewhere), async (thread_ids, from_folder_id) => {
      const { data } = await api.moveThreads({ body: [{ thread_ids, from_folder_id, to_folder_id }] });
      return moved(data.moved);
    });
  },
};

/** An API call of its own: it also removes the rule that blocks the sender. */
export const notSpam: MailOperationKind<Move> = {
  ...moving,
  send: (step, api) =>
    sendGroups(step.groups, async (ids) => {
      const { data } = await api.unspamThreads({ body: { ids } });
      return { moves: data.moved, removedRules: data.removed_rules };
    }),
};
