import { LIMITS } from '@bocau/contract/limits.ts';
import { portions } from '../../../lib/portions.ts';
import { labelMessagesOf, withLabels } from './change-labels.ts';
import { deriveRows } from './change-rows.ts';
import type { Operation, RestoreLabels } from './operation.ts';
import { type MailOperationKind, NOTHING_MOVED, targetsOf } from './operation-kind.ts';
import { isInFolder } from './places.ts';

type SetLabels = Extract<Operation, { kind: 'label' }>;

export const label: MailOperationKind<SetLabels> = {
  targets: ({ groups }) => targetsOf(groups),

  changeRows({ add, remove, message }, { listId: folderId }, rows, places) {
    const gone = remove.filter((id) => !message?.stay.includes(id));
    const next = new Map(rows);
    for (const [list, row] of rows) {
      // A single message is in one folder; Starred and the lists of labels follow it.
      if (!message || list === folderId || !isInFolder([list, row]))
        next.set(list, withLabels(row, add, gone));
    }
    deriveRows(next, places);
    return next;
  },

  changeDetail: ({ add, remove, message }, _target, detail) =>
    labelMessagesOf(detail, (each) => (!message || each.id === message.id ? [add, remove] : null)),

  async send({ groups, add, remove, message }, api) {
    const change = { add: [...add], remove: [...remove] };
    if (message) {
      const { data } = await api.labelMessages({ body: { ids: [message.id], ...change } });
      return { ...NOTHING_MOVED, labelled: data.changed };
    }
    const labelled = [];
    const ids = new Set(groups.flatMap(({ threads }) => threads.map(({ id }) => id)));
    for (const some of portions([...ids], LIMITS.idsPerCall)) {
      labelled.push(...(await api.labelThreads({ body: { ids: some, ...change } })).data.changed);
    }
    return { ...NOTHING_MOVED, labelled };
  },

  inverse(operation, { before, answer: done, unclear }): RestoreLabels | null {
    if (done?.labelled?.length === 0 && !unclear) return null;
    const threads = targetsOf(operation.groups).map(({ row: thread, listId: folderId }) => ({
      thread,
      folderId,
      before: [...(before.get(thread.id) ?? [])],
    }));
    return { kind: 'restore-labels', operation, threads, done, unclear };
  },
};
