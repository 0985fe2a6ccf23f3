import type { Sender } from '@bocau/contract/fields.ts';
import type { SenderChecks } from '@bocau/contract/messages.ts';
import type { NewsletterSort } from '@bocau/contract/newsletters.ts';
import { type RawBuilder, sql } from 'kysely';
import { placedMessages } from '../../mail/mailbox/placed-messages.store.ts';
import { discardedFolders, isKept } from '../../mail/messages/messages-of-sender.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { MessageHeaders, ReadDb } from '../../tables.ts';

export type NewsletterRow = {
  email: string;
  messages: number;
  bytes: number;
  unread: number;
  lately: number;
  last_at: number;
  last_read_at: number | null;
  message_id: string;
  thread_id: string;
  folder_id: string;
  sender: Sender;
  headers: MessageHeaders;
  sender_checks: SenderChecks | null;
  unsubscribed_at: number | null;
  since_unsubscribed: number;
  /** Of all senders. */
  all_senders: number;
  all_messages: number;
  all_bytes: number;
};

const SORTS: Record<NewsletterSort, RawBuilder<unknown>> = {
  messages: sql`c.messages desc, c.email`,
  bytes: sql`c.bytes desc, c.email`,
  unread: sql`c.unread desc, c.messages desc, c.email`,
  last: sql`c.last_at desc, c.email`,
};

type Asked = {
  sort: NewsletterSort;
  limit: number;
  latelyFrom: number;
};

/** Mail that was on its way when somebody unsubscribed is no reason to complain. */
const STILL_COMES_SECONDS = 24 * 3600;

/**
 * Counted in one range of the index of newsletters, beside what is unread or discarded, with what a mail program
 * has marked as deleted and not removed; only the senders that are shown have a message read. A colleague who writes
 * to many is none, nor is a stranger who writes as one.
 */
export async function readNewsletters(
  db: ReadDb,
  mailboxId: number,
  { sort, limit, latelyFrom }: Asked,
): Promise<NewsletterRow[]> {
  return readRows(
    db,
    sql<NewsletterRow>`
    with unread as materialized (
      select u.id from ${placedMessages(mailboxId, { unread: true })} u
      union all
      select s.message_id from message_state s where s.mailbox_id = ${mailboxId} and s.deleted and s.unread
    ), discarded as materialized (
      select d.id from ${placedMessages(mailboxId, { among: discardedFolders(mailboxId), deletedToo: true })} d
    ), counted as materialized (
      select m.newsletter as email, count(*)::integer as messages, sum(m.size)::bigint as bytes,
        count(u.id)::integer as unread,
        count(*) filter (where m.received_at >= ${latelyFrom})::integer as lately,
        max(m.received_at) as last_at, max(m.received_at) filter (where u.id is null) as last_read_at
      from messages m left join unread u on u.id = m.id
      where m.mailbox_id = ${mailboxId} and m.newsletter is not null
        and not exists (select from discarded d where d.id = m.id)
      group by m.newsletter
      having split_part(m.newsletter, '@', 2) <> (
        select d.name from mailboxes b join domains d on d.id = b.domain_id where b.id = ${mailboxId})
    ), shown as materialized (
      select c.*, (count(*) over ())::integer as all_senders, (sum(c.messages) over ())::integer as all_messages,
        (sum(c.bytes) over ())::bigint as all_bytes
      from counted c order by ${SORTS[sort]} limit ${limit}
    )
    select c.*, n.id as message_id, n.thread_id, n.folder_id, n.sender, o.headers, o.sender_checks, u.at as unsubscribed_at,
      coalesce((
        select count(*) from messages m
        where m.mailbox_id = ${mailboxId} and m.newsletter = c.email
          and m.received_at > u.at + ${sql.lit(STILL_COMES_SECONDS)}), 0)::integer as since_unsubscribed
    from shown c
    cross join lateral (
      select m.id, m.thread_id, m.folder_id, m.sender from messages m
      where m.mailbox_id = ${mailboxId} and m.newsletter = c.email and ${isKept(mailboxId)}
      order by m.received_at desc, m.id desc limit 1
    ) n
    join message_contents o on o.mailbox_id = ${mailboxId} and o.message_id = n.id
    left join unsubscribed_senders u on u.mailbox_id = ${mailboxId} and u.newsletter = c.email
    order by ${SORTS[sort]}`,
  );
}
