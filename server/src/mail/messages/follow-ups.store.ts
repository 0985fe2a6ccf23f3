import type { MailAddress, Sender } from '@bocau/contract/fields.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { MessageHeaders, ReadDb, Tx } from '../../tables.ts';
import { isShown } from '../mailbox/shown-messages.store.ts';
import { IS_UNANSWERED, isWaiting } from '../mailbox/waiting-messages.store.ts';

type Places = { Sent: string; INBOX: string };
export type FollowUp = { message_id: string; thread_id: string; at_before: number | null };
/** `named`: its Message-ID. */
type NewFollowUp = FollowUp & { named: string | null };

/** Either threads, of whose sent messages the last is meant, or single sent messages. */
export type FollowedUp = { threadIds: string[] } | { messageIds: string[] };

/** Waits for an answer until then. What had come to the inbox is in Sent again. */
export async function setFollowUps(
  tx: Tx,
  mailboxId: number,
  { at, Sent, INBOX, ...some }: FollowedUp & Places & { at: number },
): Promise<NewFollowUp[]> {
  const { rows } = await sql<NewFollowUp>`
    with chosen as (
      select distinct on (${'threadIds' in some ? sql`m.thread_id` : sql`m.id`}) m.id, m.follow_up_at, ${IS_UNANSWERED} as back
      from messages m where ${ofThose(mailboxId, some)} and not m.draft and m.send_state is distinct from 'failed'
        and (m.folder_id = ${Sent} or ${IS_UNANSWERED} or ${isWaiting('m')})
      order by ${'threadIds' in some ? sql`m.thread_id, m.received_at desc, m.id desc` : sql`m.id`}
    )
    update messages m set follow_up_at = ${at}, ${backInSent({ Sent, INBOX })}
    from chosen c where m.mailbox_id = ${mailboxId} and m.id = c.id
    returning m.id as message_id, m.thread_id, c.follow_up_at as at_before, m.message_id_header as named`.execute(
    tx,
  );
  return rows;
}

/** Waits no longer; what had come to the inbox is in Sent again. */
export async function clearFollowUps(
  tx: Tx,
  mailboxId: number,
  { Sent, INBOX, onlyUnanswered = false, ...some }: FollowedUp & Places & { onlyUnanswered?: boolean },
): Promise<FollowUp[]> {
  const ended = onlyUnanswered ? IS_UNANSWERED : sql`m.follow_up_at is not null`;
  const { rows } = await sql<FollowUp>`
    with chosen as (
      select m.id, m.follow_up_at, ${IS_UNANSWERED} as back from messages m
      where ${ofThose(mailboxId, some)} and ${ended}
    )
    update messages m set follow_up_at = null, ${backInSent({ Sent, INBOX })}
    from chosen c where m.mailbox_id = ${mailboxId} and m.id = c.id
    returning m.id as message_id, m.thread_id, c.follow_up_at as at_before`.execute(tx);
  return rows;
}

function ofThose(mailboxId: number, some: FollowedUp): RawBuilder<unknown> {
  return 'threadIds' in some
    ? sql`m.mailbox_id = ${mailboxId} and m.thread_id = any(${some.threadIds}::uuid[]) and ${isShown('m')}`
    : sql`m.mailbox_id = ${mailboxId} and m.id = any(${some.messageIds}::uuid[])`;
}

/** Of a message `m` that `c` tells of: what came to the inbox goes from there, with its mark as unread. */
function backInSent({ Sent, INBOX }: Places): RawBuilder<unknown> {
  const leaves = sql`(c.back and m.folder_id = ${INBOX})`;
  return sql`folder_id = case when ${leaves} then ${Sent} else m.folder_id end,
    old_folder_id = case when ${leaves} then m.folder_id else m.old_folder_id end,
    unread = m.unread and not ${leaves}, back_at = case when not c.back then m.back_at end`;
}

export type Awaited = {
  id: string;
  thread_id: string;
  message_id_header: string | null;
  sender: Sender;
  recipients: MailAddress[];
};

/** What an answer to threads may end. */
export async function readAwaited(db: ReadDb, mailboxId: number, threadIds: string[]): Promise<Awaited[]> {
  const rows = await readRows(
    db,
    sql<Omit<Awaited, 'recipients'> & { headers: MessageHeaders }>`
    select m.id, m.thread_id, m.message_id_header, m.sender, c.headers
    from messages m join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.thread_id = any(${threadIds}::uuid[]) and m.follow_up_at is not null and not m.draft`,
  );
  return rows.map(({ headers: { to, cc, bcc }, ...row }) => ({ ...row, recipients: [...to, ...cc, ...bcc] }));
}

export type Unanswered = { message_id: string; thread_id: string };

/** Brings up to so many messages whose time has come to the inbox, unread. */
export async function returnUnanswered(
  tx: Tx,
  mailboxId: number,
  { INBOX, notFrom, now, limit }: { INBOX: string; notFrom: string[]; now: number; limit: number },
): Promise<Unanswered[]> {
  const { rows } = await sql<Unanswered>`
    with due as (
      select m.id from list_rows r
      join messages m on m.mailbox_id = r.mailbox_id and m.thread_id = r.thread_id
      where r.mailbox_id = ${mailboxId} and r.folder_id = ${WAITING} and m.follow_up_at <= ${now} and ${isWaiting('m')}
        and m.folder_id <> all(${notFrom}::uuid[]) and ${isShown('m')}
      order by m.follow_up_at limit ${limit}
    )
    update messages m set folder_id = ${INBOX}, old_folder_id = m.folder_id, back_at = ${now}, unread = true
    from due d where m.mailbox_id = ${mailboxId} and m.id = d.id
    returning m.id as message_id, m.thread_id`.execute(tx);
  return rows;
}
