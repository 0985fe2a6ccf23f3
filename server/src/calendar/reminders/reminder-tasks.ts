import { defineTask } from '../../platform/jobs/task.ts';

/** Gives what is due, of all mailboxes. */
export const giveRemindersTask = defineTask<object>('calendar_reminders', { maxAttempts: 10 });

/** Reminders that stood on screens and were seen elsewhere, or whose events are gone. */
export type EndedReminders = { mailboxId: number; ids: string[] };
export const endRemindersTask = defineTask<EndedReminders>('calendar_reminders_end', { maxAttempts: 5 });

/** A person went to another time zone: what has none is due at another moment. */
export const placeRemindersTask = defineTask<{ mailboxId: number }>('calendar_reminders_place', {
  maxAttempts: 10,
  priority: 10,
});
