import { createHash } from 'node:crypto';
import { lateWords, titleWords, whenWords, wordsOf } from '../../calendar/reminders/reminder-words.ts';
import { readGiven } from '../../calendar/reminders/reminders.store.ts';
import { readOwner } from '../../mail/forwarding/forwarding.store.ts';
import { writeNotice } from '../../mail/forwarding/write-notice.ts';
import { fileNotice, type NoticeDeps } from '../../mail/messages/file-notice.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { defineTask } from '../../platform/jobs/task.ts';

type MailedReminder = { mailboxId: number; id: string };
export const mailReminderTask = defineTask<MailedReminder>('calendar_reminder_mail', { maxAttempts: 20 });

/**
 * CL-63: a reminder that asks for a mail is filed in the inbox of the calendar's owner, and nowhere else: whom the
 * alarm names as its attendees is never asked. Once for each reminder.
 */
export async function mailReminder(deps: NoticeDeps, { mailboxId, id }: MailedReminder): Promise<void> {
  const told = await readGiven(deps.db, mailboxId, id);
  if (!told) return;
  const [{ domain, email }, settings] = await Promise.all([
    readOwner(deps.db, mailboxId),
    readSettings(deps.db, mailboxId),
  ]);
  const title = titleWords(told, settings);
  const late = lateWords(told, settings);
  const when = whenWords(told, settings);
  const deliveryKey = createHash('sha256').update(`calendar reminder ${mailboxId} ${id}`).digest('hex');
  const raw = writeNotice({
    ...{ id: `reminder-${deliveryKey.slice(0, 32)}`, at: told.given_at, domain, to: email },
    subject: `${wordsOf(settings).reminder}: ${title}`,
    text: [title, when, ...(told.place === '' ? [] : [told.place]), ...(late === '' ? [] : ['', late])],
  });
  await fileNotice(deps, mailboxId, { raw, at: told.given_at, deliveryKey });
}
