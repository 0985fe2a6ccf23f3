import { SNOOZED } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { moveMessagesOf } from './change-detail.ts';
import { moveRow } from './change-rows.ts';
import type { Operation } from './operation.ts';
import { firstRowBefore, type MailOperationKind, moved, sendGroups, targetsOf } from './operation-kind.ts';
import type { Places } from './places.ts';
import { putBackOf } from './put-back-of.ts';
import { targetOf as formerOf } from './restore.ts';

type Snooze = Extract<Operation, { kind: 'snooze' | 'unsnooze' }>;

/** Before the mailbox has the folder, no list shows what is in it. */
function targetOf(step: Snooze, row: Thread | undefined, places: Places): string {
  return step.kind === 'snooze' ? (places.snoozed ?? SNOOZED) : formerOf(row, places);
}

export const snooze: MailOperationKind<Snooze> = {
  targets: (step) => targetsOf(step.groups),

  changeRows(step, { listId: from }, rows, places) {
    const row = rows.get(from);
    if (!row) return rows;
    const to = targetOf(step, row, places);
    const until = step.kind === 'snooze' && step.until;
    if (from === to && row.snoozed_until === (until || undefined)) return rows;
    const next = new Map(moveRow(rows, from, to, places));
    const { snoozed_until: _, ...rest } = next.get(to) ?? row;
    return next.set(to, until ? { ...rest, snoozed_until: until } : rest);
  },

  changeDetail: (step, { listId: from, row }, detail, places) =>
    moveMessagesOf(detail, from, targetOf(step, row, places), places),

  send: (step, api) =>
    sendGroups(step.groups, async (ids, folder_id) => {
      if (step.kind === 'unsnooze') return moved((await api.unsnoozeThreads({ body: { ids } })).data.moved);
      const { until } = step;
      const { data } = await api.snoozeThreads({
        body: { ids, folder_id, until, ...(until === null && { on_reply: true }) },
      });
      return moved(data.moved);
    }),

  /** What only got another time gets the one before. */
  inverse(step, begun) {
    const row = firstRowBefore(step.groups, begun);
    if (step.kind === 'snooze' && row?.mailbox_name === SNOOZED)
      return { ...step, until: row.snoozed_until ?? null };
    return putBackOf(step, targetsOf(step.groups), begun);
  },
};
