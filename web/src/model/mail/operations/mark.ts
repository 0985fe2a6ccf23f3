import { deriveRows, withUnread } from './change-rows.ts';
import type { Operation } from './operation.ts';
import {
  groupsBefore,
  type MailOperationKind,
  NOTHING_MOVED,
  sendGroups,
  targetsOf,
} from './operation-kind.ts';

type Mark = Extract<Operation, { kind: 'mark' }>;

export const mark: MailOperationKind<Mark> = {
  targets: (step) => targetsOf(step.groups),
  replaceKey: ({ row, listId }) => `${row.id} ${listId}`,

  changeRows({ unread }, { listId: folderId }, rows, places) {
    const row = rows.get(folderId);
    if (!row || row.unread === unread) return rows;
    const next = new Map(rows).set(folderId, withUnread(row, unread));
    deriveRows(next, places);
    return next;
  },

  changeDetail({ unread }, { listId: folderId }, detail) {
    const latest = detail.messages.findLast((message) => message.folder_id === folderId);
    const messages = detail.messages.map((message) => {
      const isMeant = unread ? message === latest : message.folder_id === folderId;
      return isMeant && message.unread !== unread ? { ...message, unread } : message;
    });
    if (detail.folder_id !== folderId) return { ...detail, messages };
    return { ...detail, messages, unread, isRead: !unread };
  },

  send: ({ groups, unread }, api) =>
    sendGroups(groups, async (ids, folder_id) => {
      await api.markThreads({ body: { ids, folder_id, unread } });
      return NOTHING_MOVED;
    }),

  inverse({ groups, unread }, begun) {
    const changed = groupsBefore(groups, begun, (row) => row.unread !== unread);
    return changed.length > 0 ? { kind: 'mark', groups: changed, unread: !unread } : null;
  },
};
