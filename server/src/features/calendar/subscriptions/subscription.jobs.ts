import { deleteRemoved, takeDue } from '../../../calendar/subscriptions/subscriptions.store.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../../platform/jobs/task.ts';
import type { Db } from '../../../tables.ts';
import { UNDO_SECONDS } from './change-subscriptions.ts';
import { refreshFrom, type SubscriptionDeps } from './refresh-subscription.ts';
import type { Place } from './replace-events.ts';

const dueTask = defineTask('calendar_subscriptions_due', { maxAttempts: 3 });
const readTask = defineTask<Place>('calendar_subscription', {
  maxAttempts: 2,
  priority: 20,
  lane: 'outside',
});

/** At most so many begin with each run. */
const A_BATCH = 1_000;
/** A process that dies while it reads one leaves it to a later run. */
const AGAIN_SECONDS = 2 * 3600;

export const subscriptionCron: CronJob[] = [{ task: dueTask, at: '*/5 * * * *', catchUpHours: 1 }];

export function subscriptionHandlers(deps: SubscriptionDeps): TaskHandler[] {
  return [
    handle(dueTask, () => enqueueDue(deps.db, unixSeconds(deps.clock))),
    handle(readTask, (place, { signal }) => refreshFrom(deps, place, signal)),
  ];
}

/** A job for each, charged to its server: one that is silent keeps no more than its share of the workers busy. */
export async function enqueueDue(db: Db, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await deleteRemoved(tx, now - UNDO_SECONDS);
    const due = await takeDue(tx, { now, againAt: now + AGAIN_SECONDS, limit: A_BATCH });
    for (const { mailbox_id: mailboxId, calendar_id: calendarId, host } of due) {
      const place = { mailboxId, calendarId };
      const jobKey = `calendar subscription ${mailboxId} ${calendarId}`;
      await addJob(tx, readTask, place, { jobKey, shares: [`to ${host}`, `subscriptions ${mailboxId}`] });
    }
  });
}
