import { type RawBuilder, sql } from 'kysely';
import { addJobsOf } from '../../platform/jobs/add-job.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { type PushJob, pushTask } from './push-task.ts';

type Told = Pick<MailboxChange, 'tx' | 'mailboxId' | 'now'>;

/**
 * A job for each browser that is to hear of each message. Where no browser is subscribed, which is most mailboxes, this is
 * one look at an index.
 */
export async function enqueuePushes(
  { tx, mailboxId, now }: Told,
  messages: { id: string; folder: string }[],
): Promise<void> {
  const ids = messages.map(({ id }) => id);
  const folders = messages.map(({ folder }) => folder);
  await addJobsOf(
    tx,
    pushTask,
    sql`
      select ${jobColumns('new_mail', now)}
      from push_subscriptions s join unnest(${ids}::uuid[], ${folders}::text[]) m (id, folder)
        on m.folder = any(s.folders)
      where s.mailbox_id = ${mailboxId}`,
  );
}

/** The browsers that may have been told of a message hear that it was recalled. */
export async function enqueueRecalls(
  { tx, mailboxId, now }: Told,
  message: { id: string; received_at: number },
): Promise<void> {
  await addJobsOf(
    tx,
    pushTask,
    sql`
      select ${jobColumns('recalled', now)}
      from push_subscriptions s cross join (select ${message.id}::uuid as id) m
      where s.mailbox_id = ${mailboxId} and s.created_at <= ${message.received_at}`,
  );
}

/** Each browser hears of reminders of the calendar: that they are due, or that they are over. */
export async function enqueueReminders(
  { tx, mailboxId, now }: Told,
  kind: 'reminder' | 'recalled',
  ids: string[],
): Promise<void> {
  await addJobsOf(
    tx,
    pushTask,
    sql`
      select ${jobColumns(kind, now)}
      from push_subscriptions s cross join unnest(${ids}::uuid[]) m (id)
      where s.mailbox_id = ${mailboxId}`,
  );
}

/** As `pushKey` and `pushShares` have it, of a subscription `s` and a message `m`. */
function jobColumns(kind: PushJob['kind'], now: number): RawBuilder<unknown> {
  return sql`
    json_build_object('mailboxId', s.mailbox_id, 'subscriptionId', s.id, 'messageId', m.id,
      'kind', ${kind}::text, 'at', ${now}::bigint) as payload,
    format('push %s %s', s.id, m.id) as key,
    array['push ' || s.mailbox_id, 'to ' || split_part(s.endpoint, '/', 3)] as shares`;
}
