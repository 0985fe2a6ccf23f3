import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { type MessageStatePlan, SOURCE_DIGITS } from './plan-message-states.ts';

/** As `sourceOf` has it, of a message `m`. */
export const SOURCE_OF_MESSAGE = sql`('x' || left(encode(m.blob, 'hex'), ${sql.lit(SOURCE_DIGITS)}))::bit(${sql.lit(4 * SOURCE_DIGITS)})::bigint`;

/**
 * Steps of the statement that writes a change, behind `counted`, which answers the next uid of folders that give new ones.
 * In a folder without uids nothing is written, and a message that moves there loses its own.
 */
export function stateSteps(
  mailboxId: number,
  seq: number,
  { rows, renewed, gone, expunged, uids }: MessageStatePlan,
  now: number,
): RawBuilder<unknown>[] {
  const steps = [
    rows.length > 0 &&
      sql`stated as (
        insert into message_state (mailbox_id, message_id, folder_id, uid, modseq, received_at, source, size, unread,
          starred, answered, draft, label_ids, saved_at)
        select ${mailboxId}, g.message_id, g.folder_id,
          ${uids.size > 0 ? sql`coalesce(g.uid, c.uid_next - g.behind)` : sql`g.uid`}, ${seq}, g.received_at, g.source,
          g.size, g.unread, g.starred, g.answered, g.draft, g.label_ids, ${now}
        from json_to_recordset(${JSON.stringify(rows)})
          as g(message_id uuid, folder_id uuid, received_at bigint, source bigint, size integer, unread boolean,
            starred boolean, answered boolean, draft boolean, label_ids uuid[], uid integer, behind integer)
        ${
          uids.size > 0
            ? sql`left join counted c on c.id = g.folder_id
        where g.uid is not null or c.uid_validity is not null`
            : sql``
        }
        on conflict (mailbox_id, message_id) do update set
          folder_id = excluded.folder_id, uid = excluded.uid, modseq = excluded.modseq,
          received_at = excluded.received_at, source = excluded.source, size = excluded.size,
          unread = excluded.unread, starred = excluded.starred, answered = excluded.answered, draft = excluded.draft,
          label_ids = excluded.label_ids,
          deleted = message_state.deleted and excluded.uid = message_state.uid
            and excluded.folder_id = message_state.folder_id,
          saved_at = case when excluded.uid = message_state.uid and excluded.folder_id = message_state.folder_id
            then message_state.saved_at else excluded.saved_at end)`,
    renewed.length > 0 &&
      sql`unstated as (
        delete from message_state s using messages m join counted c on c.id = m.folder_id and c.uid_validity is null
        where m.mailbox_id = ${mailboxId} and m.id = any(${renewed}::uuid[])
          and s.mailbox_id = ${mailboxId} and s.message_id = m.id)`,
    gone.length > 0 &&
      sql`unseen as (
        delete from message_state where mailbox_id = ${mailboxId} and message_id = any(${gone}::uuid[]))`,
    expunged.length > 0 &&
      sql`left_behind as (
        insert into expunged (mailbox_id, folder_id, modseq, uid, at)
        select ${mailboxId}, folder_id, ${seq}, uid, ${now}
        from unnest(${expunged.map((row) => row.folder_id)}::uuid[], ${expunged.map((row) => row.uid)}::integer[])
          as e(folder_id, uid))`,
  ];
  return steps.filter((step) => step !== false);
}

/** Whether the state `s` of a message `m` says something else, or is missing where its folder `f` has uids. */
export const STATE_DIFFERS = sql`
  case when s.uid is null then m.blob is not null and f.uid_validity is not null
    else (s.folder_id, s.received_at, s.source, s.unread, s.starred, s.answered, s.draft, s.label_ids) is distinct from
      (m.folder_id, m.received_at, ${SOURCE_OF_MESSAGE}, m.unread, m.starred, m.answered, m.draft, m.label_ids) end`;

/** The next threads behind `after`, by id, of whose messages the states differ. */
export async function readDifferingThreads(
  db: ReadDb,
  mailboxId: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ thread_id: string }>`
    select distinct m.thread_id from messages m
    left join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    left join message_state s on s.mailbox_id = m.mailbox_id and s.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.thread_id > ${after} and ${STATE_DIFFERS}
    order by m.thread_id limit ${limit}`,
  );
  return rows.map((row) => row.thread_id);
}

/** Expunges what is kept of messages that were deleted without it; answers the folders. */
export async function expungeOrphans(
  tx: Tx,
  mailboxId: number,
  { seq, now }: { seq: number; now: number },
): Promise<string[]> {
  const { rows } = await sql<{ folder_id: string }>`
    with gone as (
      delete from message_state s where s.mailbox_id = ${mailboxId}
        and not exists (select from messages m where m.mailbox_id = ${mailboxId} and m.id = s.message_id)
      returning s.folder_id, s.uid
    ), left_behind as (
      insert into expunged (mailbox_id, folder_id, modseq, uid, at)
      select ${mailboxId}, folder_id, ${seq}, uid, ${now} from gone
    )
    select distinct folder_id from gone`.execute(tx);
  return rows.map((row) => row.folder_id);
}

export type Unfollowed = {
  seq: number;
  stated_seq: number;
  forgotten: boolean;
  /** Whether a folder has uids at all. */
  numbered: boolean;
  /** Threads that changed since, up to the change `until`. */
  threads: string[];
  until: number;
};

/** What states have not followed yet; at most the changes of about so many threads. */
export async function readUnfollowed(db: ReadDb, mailboxId: number, limit: number): Promise<Unfollowed> {
  const [row] = await readRows(
    db,
    sql<Unfollowed>`
    with state as materialized (
      select s.seq, s.stated_seq, s.forgotten_seq > s.stated_seq as forgotten,
        coalesce((select c.seq from changes c
          where c.mailbox_id = ${mailboxId} and c.seq > s.stated_seq and c.kind = 'thread'
          order by c.seq offset ${limit} limit 1), s.seq) as until
      from mailbox_state s where s.mailbox_id = ${mailboxId}
    )
    select s.*,
      exists (select from folders f where f.mailbox_id = ${mailboxId} and f.uid_validity is not null)
        or exists (select from message_state o where o.mailbox_id = ${mailboxId}) as numbered,
      array(select distinct c.entity from changes c
        where c.mailbox_id = ${mailboxId} and c.seq > s.stated_seq and c.seq <= s.until and c.kind = 'thread') as threads
    from state s`,
  );
  if (!row) throw new Error(`mailbox ${mailboxId} does not exist`);
  return row;
}

/** What comes after this change is still to be followed. */
export async function writeFollowed(tx: Tx, mailboxId: number, seq: number): Promise<void> {
  await sql`update mailbox_state set stated_seq = ${seq} where mailbox_id = ${mailboxId}`.execute(tx);
}

/** Of no folder does a mail program keep what it knew by uids. */
export async function renewUidValidity(tx: Tx, mailboxId: number, now: number): Promise<void> {
  await sql`
    update mailbox_state set uid_validity = greatest(uid_validity + 1, ${now}),
      uid_validity_floor = greatest(uid_validity + 1, ${now})
    where mailbox_id = ${mailboxId}`.execute(tx);
}
