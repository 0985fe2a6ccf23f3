import { STARRED } from '@bocau/contract/folder-roles.ts';
import { deriveRows } from './change-rows.ts';
import type { Operation } from './operation.ts';
import { type MailOperationKind, NOTHING_MOVED } from './operation-kind.ts';
import { hides } from './places.ts';

type Star = Extract<Operation, { kind: 'star' }>;

export const star: MailOperationKind<Star> = {
  targets: ({ thread }) => [{ row: thread, listId: thread.folder_id }],
  replaceKey: ({ row }) => row.id,

  changeRows({ starred }, _target, rows, places) {
    if ([...rows.values()].every((row) => row.starred === starred) && rows.has(STARRED) === starred)
      return rows;
    const next = new Map([...rows].map(([list, row]) => [list, { ...row, starred }]));
    if (!starred) next.delete(STARRED);
    deriveRows(next, places);
    return next;
  },

  changeDetail({ starred }, _target, detail, places) {
    const latest =
      detail.messages.findLast((message) => !hides(places, message.folder_id)) ?? detail.messages.at(-1);
    const messages = detail.messages.map((message) => {
      const isMeant = starred ? message === latest : message.starred;
      return isMeant ? { ...message, starred } : message;
    });
    return { ...detail, starred, messages };
  },

  async send({ thread, starred }, api) {
    await api.starThread({ params: { id: thread.id }, body: { starred } });
    return NOTHING_MOVED;
  },

  inverse({ thread, starred }, { before }) {
    const rows = [...(before.get(thread.id)?.values() ?? [])];
    return rows.some((row) => row.starred !== starred) ? { kind: 'star', thread, starred: !starred } : null;
  },
};
