import type { Thread } from '@bocau/contract/threads.ts';
import { moveMessagesOf } from './change-detail.ts';
import { moveRow } from './change-rows.ts';
import type { Operation } from './operation.ts';
import { type MailOperationKind, moved, sendGroups, targetsOf } from './operation-kind.ts';
import type { Places } from './places.ts';
import { putBackOf } from './put-back-of.ts';

type Restore = Extract<Operation, { kind: 'restore' }>;

/** The folder it came from, or the inbox when that folder is gone. */
export function targetOf(row: Thread | undefined, places: Places): string {
  const old = row?.old_folder_id ?? null;
  return old !== null && old !== places.trash && places.pathOf(old) !== null ? old : places.inbox;
}

export const restore: MailOperationKind<Restore> = {
  targets: (step) => targetsOf(step.groups),
  changeRows: (_step, { listId: folderId }, rows, places) =>
    moveRow(rows, folderId, targetOf(rows.get(folderId), places), places),
  changeDetail: (_step, { listId: folderId, row: thread }, detail, places) =>
    moveMessagesOf(detail, folderId, targetOf(thread, places), places),
  send: (step, api) =>
    sendGroups(step.groups, async (ids, folder_id) => {
      const { data } = await api.restoreThreads({ body: { ids, folder_id } });
      return moved(data.moved);
    }),
  inverse: (step, begun) => putBackOf(step, targetsOf(step.groups), begun),
};
