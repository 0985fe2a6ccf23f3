import { LIMITS } from '@bocau/contract/limits.ts';
import { portions } from '../../../lib/portions.ts';
import { labelMessagesOf, withLabels } from './change-labels.ts';
import { deriveRows } from './change-rows.ts';
import type { RestoreLabels } from './operation.ts';
import { type MailOperationKind, NOTHING_MOVED } from './operation-kind.ts';

type Change = { add: string[]; remove: string[] };

/** Undoes an act on labels: of those that it named, everything has those again that it had before. */
export const restoreLabels: MailOperationKind<RestoreLabels> = {
  targets: ({ threads }) => threads.map(({ thread, folderId }) => ({ row: thread, listId: folderId })),

  changeRows(step, { row: { id } }, rows, places) {
    const before = new Map(step.threads.find(({ thread }) => thread.id === id)?.before);
    const next = new Map(rows);
    for (const [list, row] of rows) {
      const was = before.get(list) ?? [...before.values()][0];
      const { add, remove } = backTo(step, was?.label_ids);
      next.set(list, withLabels(row, add, remove));
    }
    deriveRows(next, places);
    return next;
  },

  changeDetail(step, { row: { id } }, detail) {
    const exact = step.done?.labelled;
    const known = exact && new Map(exact.map((each) => [each.message_id, each.label_ids_before]));
    const was = step.threads.find(({ thread }) => thread.id === id)?.before[0]?.[1].label_ids;
    const { message: meant } = step.operation;
    return labelMessagesOf(detail, (message) => {
      if (known ? !known.has(message.id) : meant && meant.id !== message.id) return null;
      const { add, remove } = backTo(step, known ? known.get(message.id) : was);
      return [add, remove];
    });
  },

  async send(step, api) {
    const { operation, done, unclear, threads } = step;
    if (done?.labelled && !unclear) {
      const label_ids = touched(step);
      for (const some of portions(done.labelled, LIMITS.idsPerCall)) {
        const messages = some.map(({ message_id, label_ids_before }) => ({ message_id, label_ids_before }));
        await api.restoreLabels({ body: { label_ids, messages } });
      }
      return NOTHING_MOVED;
    }
    // The answer that named the messages was lost: what the rows showed is the best that is known.
    for (const { thread, before } of threads) {
      const change = backTo(step, before[0]?.[1].label_ids);
      if (operation.message) await api.labelMessages({ body: { ids: [operation.message.id], ...change } });
      else await api.labelThreads({ body: { ids: [thread.id], ...change } });
    }
    return NOTHING_MOVED;
  },

  inverse: () => null,
  withAnswer: (step, { answer, unclear }) => ({ ...step, done: answer, unclear }),
};

function touched({ operation: { add, remove } }: RestoreLabels): string[] {
  return [...new Set([...add, ...remove])];
}

function backTo(step: RestoreLabels, before: readonly string[] = []): Change {
  const ids = touched(step);
  return {
    add: ids.filter((id) => before.includes(id)),
    remove: ids.filter((id) => !before.includes(id)),
  };
}
