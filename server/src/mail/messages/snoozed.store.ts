import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { isShown } from '../mailbox/shown-messages.store.ts';
import type { SnoozeMoment } from '../mailbox/snooze-task.ts';
import { type Move, type Selection, selected } from './message-state.store.ts';

export type SnoozeMove = Move & { until_before: number | null };

type Snooze = Omit<Selection, 'from'> & { from: string; snoozed: string; until: number | null };

/**
 * Puts messages of a folder into Snoozed. Those that were put there from this folder before get the new time: of two
 * devices, the later one decides.
 */
export async function snoozeMessages(
  tx: Tx,
  mailboxId: number,
  { from, snoozed, until, ...some }: Snooze,
): Promise<SnoozeMove[]> {
  const { rows } = await sql<SnoozeMove>`
    with chosen as (
      select m.id, m.folder_id, m.snoozed_until from messages m
      where ${selected(mailboxId, { ...some, from: null })}
        and (m.folder_id = ${from} or (m.folder_id = ${snoozed} and m.old_folder_id = ${from}))
    )
    update messages m set snoozed_until = ${until}, folder_id = ${snoozed}, trashed_at = null,
      old_folder_id = case when c.folder_id = ${snoozed} then m.old_folder_id else c.folder_id end
    from chosen c
    where m.mailbox_id = ${mailboxId} and m.id = c.id
      and (c.folder_id <> ${snoozed} or c.snoozed_until is distinct from ${until}::bigint)
    returning m.id as message_id, m.thread_id, c.folder_id as from_folder_id, m.folder_id as to_folder_id,
      case when c.folder_id = ${snoozed} then c.snoozed_until end as until_before`.execute(tx);
  return rows;
}

type Home = {
  snoozed: string;
  inbox: string;
  /** Folders to which nothing returns: it comes into the inbox instead. */
  notTo: string[];
};

/** Ends the wait of messages, and puts them where they were. */
export async function unsnoozeMessages(
  tx: Tx,
  mailboxId: number,
  { home, ...some }: Omit<Selection, 'from'> & { home: Home },
): Promise<SnoozeMove[]> {
  const { rows } = await sql<SnoozeMove>`
    with chosen as (
      select m.id, m.snoozed_until from messages m where ${selected(mailboxId, { ...some, from: home.snoozed })}
    )
    update messages m set ${returned(home)}
    from chosen c
    where m.mailbox_id = ${mailboxId} and m.id = c.id
    returning m.id as message_id, m.thread_id, m.old_folder_id as from_folder_id, m.folder_id as to_folder_id,
      c.snoozed_until as until_before`.execute(tx);
  return rows;
}

export type Returned = { message_id: string; thread_id: string; folder_id: string; newest: boolean };

/** Brings back up to so many messages whose time has come; of each thread the newest one becomes unread. */
export async function returnDue(
  tx: Tx,
  mailboxId: number,
  { home, now, limit }: { home: Home; now: number; limit: number },
): Promise<Returned[]> {
  const { rows } = await sql<Returned>`
    with due as (
      select m.id, m.thread_id, m.received_at from messages m
      where m.mailbox_id = ${mailboxId} and m.folder_id = ${home.snoozed} and m.snoozed_until <= ${now}
        and ${isShown('m')}
      order by m.thread_id limit ${limit}
    ), chosen as (
      select id, row_number() over (partition by thread_id order by received_at desc, id desc) = 1 as newest from due
    )
    update messages m set ${returned(home)}, snoozed_until = null, back_at = ${now}, unread = m.unread or c.newest
    from chosen c
    where m.mailbox_id = ${mailboxId} and m.id = c.id
    returning m.id as message_id, m.thread_id, m.folder_id, c.newest`.execute(tx);
  return rows;
}

/** Has messages that are back already say so, and of each thread the newest one become unread. */
export async function markReturned(
  tx: Tx,
  mailboxId: number,
  { ids, now }: { ids: string[]; now: number },
): Promise<Returned[]> {
  const { rows } = await sql<Returned>`
    with chosen as (
      select m.id, row_number() over (partition by m.thread_id order by m.received_at desc, m.id desc) = 1 as newest
      from messages m where m.mailbox_id = ${mailboxId} and m.id = any(${ids}::uuid[])
    )
    update messages m set back_at = ${now}, unread = m.unread or c.newest
    from chosen c
    where m.mailbox_id = ${mailboxId} and m.id = c.id
    returning m.id as message_id, m.thread_id, m.folder_id, c.newest`.execute(tx);
  return rows;
}

/** To where a message `m` was, or into the inbox where that folder is gone. */
function returned({ snoozed, inbox, notTo }: Home): RawBuilder<unknown> {
  return sql`old_folder_id = m.folder_id,
    folder_id = coalesce((select f.id from folders f
      where f.mailbox_id = m.mailbox_id and f.id = m.old_folder_id
        and f.id <> all(${[snoozed, ...notTo]}::uuid[])), ${inbox})`;
}

export async function insertSnoozeTime(tx: Tx, { mailboxId, at }: SnoozeMoment): Promise<void> {
  await sql`
    insert into snooze_times (mailbox_id, at) values (${mailboxId}, ${at}) on conflict do nothing`.execute(
    tx,
  );
}

export async function deleteSnoozeTimes(tx: Tx, mailboxId: number, until: number): Promise<void> {
  await tx.deleteFrom('snooze_times').where('mailbox_id', '=', mailboxId).where('at', '<=', until).execute();
}

/** Of all mailboxes, those that passed before then. */
export async function readOverdueTimes(db: ReadDb, before: number, limit: number): Promise<SnoozeMoment[]> {
  return readRows(
    db,
    sql<SnoozeMoment>`
    select mailbox_id as "mailboxId", at from snooze_times where at < ${before} order by at limit ${limit}`,
  );
}
