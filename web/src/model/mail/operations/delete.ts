import { moveMessagesOf } from './change-detail.ts';
import { moveRow } from './change-rows.ts';
import type { Operation } from './operation.ts';
import { type MailOperationKind, moved, sendGroups, targetsOf } from './operation-kind.ts';
import { hides, type Places } from './places.ts';
import { putBackOf } from './put-back-of.ts';

type Delete = Extract<Operation, { kind: 'delete' | 'delete-for-good' }>;

/** Deleting from Trash and Junk is permanent. */
function targetOf(folderId: string, places: Places): string | null {
  return hides(places, folderId) ? null : places.trash;
}

export const deleteThreads: MailOperationKind<Delete> = {
  targets: (step) => targetsOf(step.groups),
  changeRows: (_step, { listId: folderId }, rows, places) =>
    moveRow(rows, folderId, targetOf(folderId, places), places),
  changeDetail: (_step, { listId: folderId }, detail, places) =>
    moveMessagesOf(detail, folderId, targetOf(folderId, places), places),
  send: (step, api) =>
    sendGroups(step.groups, async (ids, folder_id) => {
      const { data } = await api.deleteThreads({ body: { ids, folder_id } });
      return moved(data.moved);
    }),
  inverse: (step, begun) =>
    step.kind === 'delete-for-good' ? null : putBackOf(step, targetsOf(step.groups), begun),
};
