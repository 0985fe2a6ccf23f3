import { moveMessagesOf } from './change-detail.ts';
import { deriveRows, moveRow } from './change-rows.ts';
import type { Operation } from './operation.ts';
import { type MailOperationKind, moved } from './operation-kind.ts';
import { putBackOf } from './put-back-of.ts';

type DeleteMessage = Extract<Operation, { kind: 'delete-message' }>;

export const deleteMessage: MailOperationKind<DeleteMessage> = {
  targets: ({ thread, folderId }) => [{ row: thread, listId: folderId }],

  /** Only that message goes to Trash; the thread leaves the folder with its last one. */
  changeRows({ messageId, folderId }, _target, rows, places) {
    const row = rows.get(folderId);
    if (!row?.message_ids.includes(messageId)) return rows;
    // A row does not say which of the other messages are in this folder; with a single folder, all of them.
    if (row.message_ids.length === 1) return moveRow(rows, folderId, places.trash, places);
    const message_ids = row.message_ids.filter((id) => id !== messageId);
    const next = new Map(rows);
    next.set(folderId, {
      ...row,
      message_ids,
      message_count: message_ids.length,
      draft_ids: row.draft_ids.filter((id) => id !== messageId),
    });
    if (!next.has(places.trash)) {
      next.set(places.trash, {
        ...row,
        folder_id: places.trash,
        v4_folder_id: places.trash,
        old_folder_id: folderId,
        mailbox_name: places.pathOf(places.trash) ?? row.mailbox_name,
        unread: false,
        isRead: true,
      });
    }
    deriveRows(next, places);
    return next;
  },

  changeDetail: ({ messageId, folderId }, _target, detail, places) =>
    moveMessagesOf(detail, folderId, places.trash, places, (message) => message.id === messageId),

  async send({ thread, messageId, folderId }, api, places) {
    await api.moveMessages({
      body: { message_ids: [messageId], from_folder_id: folderId, to_folder_id: places.trash },
    });
    return moved([
      { thread_id: thread.id, message_id: messageId, from_folder_id: folderId, to_folder_id: places.trash },
    ]);
  },

  inverse: (step, begun) => putBackOf(step, deleteMessage.targets(step), begun),
};
