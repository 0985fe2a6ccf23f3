import { defineTask } from '../../platform/jobs/task.ts';
import type { CalendarMark } from '../../platform/mime/calendar-mark.ts';

/** A received message of a meeting, which may concern the calendar of its mailbox. */
export type MeetingMailJob = { mailboxId: number; messageId: string };

/** After the delivery, which must not wait for it, nor fail with it. */
export const readMeetingMailTask = defineTask<MeetingMailJob>('read_meeting_mail', { maxAttempts: 10 });

const METHODS = ['REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'DECLINECOUNTER'];

export function isMeetingMail(message: { attachments: { calendar?: CalendarMark }[] }): boolean {
  return message.attachments.some(({ calendar }) => calendar && METHODS.includes(calendar.method));
}
