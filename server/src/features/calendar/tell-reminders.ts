import type { CalendarChange } from '../../calendar/change-calendar.ts';
import type { EndedReminders } from '../../calendar/reminders/reminder-tasks.ts';
import type { GivenReminder } from '../../calendar/reminders/reminders.store.ts';
import { sendEvent } from '../../mail/mailbox/publish-event.ts';
import { enqueueReminders } from '../../mail/push/push-jobs.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Db } from '../../tables.ts';
import { mailReminderTask } from './reminder-mail.ts';

/** Of what is due at once, more than these stand on the screen only. */
const MOST_PUSHED = 5;
const MOST_MAILED = 5;
const MOST_ENDED = 50;

/** CL-61: pages hear that something was given and ask for it; browsers without a page get a push, and mails are jobs. */
export async function tellReminders(
  { tx, mailboxId, now }: CalendarChange,
  given: GivenReminder[],
): Promise<void> {
  const newest = given.toSorted((a, b) => b.due_at - a.due_at);
  const shown = newest.filter(({ action }) => action === 'screen');
  const mailed = newest.filter(({ action }) => action === 'mail').slice(0, MOST_MAILED);
  for (const { id } of mailed) {
    const jobKey = `reminder mail ${mailboxId} ${id}`;
    await addJob(tx, mailReminderTask, { mailboxId, id }, { jobKey });
  }
  if (shown.length === 0) return;
  const ids = shown.slice(0, MOST_PUSHED).map(({ id }) => id);
  await enqueueReminders({ tx, mailboxId, now }, 'reminder', ids);
  await sendEvent(tx, mailboxId, { event: 'reminders', data: {} });
}

/** CL-65: what was dismissed on one device, or moved away, leaves all of them. */
export async function endReminders(
  { db, clock }: { db: Db; clock: Clock },
  { mailboxId, ids }: EndedReminders,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await enqueueReminders({ tx, mailboxId, now: unixSeconds(clock) }, 'recalled', ids.slice(0, MOST_ENDED));
    await sendEvent(tx, mailboxId, { event: 'reminders', data: {} });
  });
}
