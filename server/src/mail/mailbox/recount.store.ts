import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ListCard, ReadDb } from '../../tables.ts';
import { MESSAGE_ROWS } from '../owned-tables.ts';
import { PINNED_SECONDS, type ThreadMessage } from './list-cards.ts';
import { STATE_DIFFERS } from './message-states.store.ts';
import { isShown } from './shown-messages.store.ts';
import { isWaiting } from './waiting-messages.store.ts';

/** What differs from what is kept, one sentence each; at most so many of each kind. */
export async function readDifferences(db: ReadDb, mailboxId: number, mostOfAKind: number): Promise<string[]> {
  const found: string[] = [];
  for (const check of CHECKS) {
    const rows = await readRows(db, sql<{ said: string }>`${check(mailboxId)} limit ${mostOfAKind}`);
    found.push(...rows.map((row) => row.said));
  }
  return found;
}

/** The last of the next so many threads behind `after`, in the order of their ids; null behind the last of all. */
export async function readLastThread(
  db: ReadDb,
  mailboxId: number,
  after: string,
  limit: number,
): Promise<string | null> {
  const threads = await readRows(
    db,
    sql<{ id: string }>`
      select id from threads where mailbox_id = ${mailboxId} and id > ${after} order by id limit ${limit}`,
  );
  return threads.at(-1)?.id ?? null;
}

export type KeptCard = {
  folder_id: string;
  thread_id: string;
  last_at: number;
  unread: boolean;
  starred: boolean;
  size: number;
  sender_key: string;
  more_messages: number;
  more_unread: number;
  card: ListCard;
};

/** How many messages each of these threads says that it has. */
export async function readThreadSizes(
  db: ReadDb,
  mailboxId: number,
  after: string,
  until: string,
): Promise<{ id: string; message_count: number; emptied_at: number | null }[]> {
  return db
    .selectFrom('threads')
    .select(['id', 'message_count', 'emptied_at'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '>', after)
    .where('id', '<=', until)
    .execute();
}

/** All messages and cards of the threads whose ids lie behind `after`, up to `until`. */
export async function readThreadsBetween(
  db: ReadDb,
  mailboxId: number,
  after: string,
  until: string,
): Promise<{ messages: (ThreadMessage & { shown: boolean })[]; cards: KeptCard[] }> {
  const messages = await db
    .selectFrom('messages as m')
    .select(['id', 'thread_id', 'folder_id', 'old_folder_id', 'received_at', 'unread', 'starred', 'draft'])
    .select(['spoofed', 'has_attachments', 'send_state', 'tracking', 'subject', 'snippet', 'sender'])
    .select(['snoozed_until', 'back_at', 'follow_up_at', 'pinned_folder_id', 'muted'])
    .select(['recipients', 'important', 'receipt', 'size', 'label_ids', isShown('m').as('shown')])
    .where('mailbox_id', '=', mailboxId)
    .where('thread_id', '>', after)
    .where('thread_id', '<=', until)
    .execute();
  const cards = await db
    .selectFrom('list_rows')
    .select(['folder_id', 'thread_id', 'last_at', 'unread', 'starred', 'size', 'sender_key'])
    .select(['more_messages', 'more_unread', 'card'])
    .where('mailbox_id', '=', mailboxId)
    .where('thread_id', '>', after)
    .where('thread_id', '<=', until)
    .execute();
  return { messages, cards };
}

type Check = (mailboxId: number) => RawBuilder<unknown>;

/** Threads as each list must show them: folders by what lies in them, Starred and labels by what is not hidden. */
const countedRows = (mailboxId: number) => sql`
  with own as (
    select m.thread_id, m.folder_id, greatest(m.received_at, m.back_at) as listed_at, m.unread, m.starred, m.label_ids, f.role,
      ${isWaiting('m')} as waiting, coalesce(m.pinned_folder_id = m.folder_id, false) as pinned
    from messages m left join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where m.mailbox_id = ${mailboxId} and ${isShown('m')}
  ), starred as (
    select thread_id from own where role is null or role <> all(${DISCARDED_FOLDERS})
    group by thread_id having bool_or(starred)
  ), counted as (
    select o.folder_id, o.thread_id,
      max(o.listed_at) + case when bool_or(o.pinned) then ${sql.lit(PINNED_SECONDS)} else 0 end as last_at, bool_or(o.unread) as unread,
      bool_or(o.starred or s.thread_id is not null) as starred
    from own o left join starred s on s.thread_id = o.thread_id
    group by o.folder_id, o.thread_id
    union all
    select f.id, o.thread_id, max(o.listed_at), bool_or(o.unread), true
    from own o join folders f on f.mailbox_id = ${mailboxId} and f.role = 'Starred'
    where o.role is null or o.role <> all(${DISCARDED_FOLDERS})
    group by f.id, o.thread_id having bool_or(o.starred)
    union all
    select l.label_id, o.thread_id, max(o.listed_at), bool_or(o.unread), bool_or(o.starred)
    from (
      select distinct thread_id, unnest(label_ids) as label_id from own where role is null or role <> all(${DISCARDED_FOLDERS})
    ) l join own o on o.thread_id = l.thread_id
    where o.role is null or o.role <> all(${DISCARDED_FOLDERS})
    group by l.label_id, o.thread_id
    union all
    select ${WAITING}::uuid, o.thread_id, max(o.listed_at), bool_or(o.unread), bool_or(s.thread_id is not null)
    from own o left join starred s on s.thread_id = o.thread_id
    where o.waiting and (o.role is null or o.role <> all(${DISCARDED_FOLDERS}))
    group by o.thread_id
  )`;

/** Every row that goes with its message, by the registry. */
function ownedByMessages(mailboxId: number): RawBuilder<unknown> {
  const selects = MESSAGE_ROWS.map(
    ({ table, label, goesIf = 'true' }) => sql`
      select ${label} as what, o.message_id from ${sql.table(table)} o
      where o.mailbox_id = ${mailboxId} and o.message_id is not null and ${sql.raw(goesIf)}`,
  );
  return sql.join(selects, sql` union all `);
}

const CHECKS: Check[] = [
  (mailbox) => sql`
    ${countedRows(mailbox)}
    select format('folder %s says %s threads and %s unread, and has %s and %s',
      f.path, f.total_threads, f.unread_threads, count(c.thread_id), count(c.thread_id) filter (where c.unread)) as said
    from folders f left join counted c on c.folder_id = f.id
    where f.mailbox_id = ${mailbox}
    group by f.mailbox_id, f.id
    having f.total_threads <> count(c.thread_id)
      or f.unread_threads <> count(c.thread_id) filter (where c.unread)`,

  (mailbox) => sql`
    with listed as (
      select m.folder_id, m.unread from messages m where m.mailbox_id = ${mailbox} and ${isShown('m')}
      union all
      select s.id, m.unread from messages m
      join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
        and (f.role is null or f.role <> all(${DISCARDED_FOLDERS}))
      join folders s on s.mailbox_id = m.mailbox_id and s.role = 'Starred'
      where m.mailbox_id = ${mailbox} and m.starred and ${isShown('m')}
    )
    select format('folder %s says %s messages and %s unread, and has %s and %s', f.path, f.total_messages,
      f.unread_messages, count(l.folder_id), count(l.folder_id) filter (where l.unread)) as said
    from folders f left join listed l on l.folder_id = f.id
    where f.mailbox_id = ${mailbox}
    group by f.mailbox_id, f.id
    having f.total_messages <> count(l.folder_id)
      or f.unread_messages <> count(l.folder_id) filter (where l.unread)`,

  (mailbox) => sql`
    ${countedRows(mailbox)}
    select format('label %s says %s threads and %s unread, and has %s and %s',
      l.name, l.total_threads, l.unread_threads, count(c.thread_id), count(c.thread_id) filter (where c.unread)) as said
    from labels l left join counted c on c.folder_id = l.id
    where l.mailbox_id = ${mailbox}
    group by l.mailbox_id, l.id
    having l.total_threads <> count(c.thread_id)
      or l.unread_threads <> count(c.thread_id) filter (where c.unread)`,

  (mailbox) => sql`
    with listed as (
      select unnest(m.label_ids) as label_id, m.unread from messages m
      join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
        and (f.role is null or f.role <> all(${DISCARDED_FOLDERS}))
      where m.mailbox_id = ${mailbox} and m.label_ids is not null and ${isShown('m')}
      union all
      select ${WAITING}::uuid, m.unread from messages m
      join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
        and (f.role is null or f.role <> all(${DISCARDED_FOLDERS}))
      where m.mailbox_id = ${mailbox} and ${isWaiting('m')} and ${isShown('m')}
    )
    select format('label %s says %s messages and %s unread, and has %s and %s', l.name, l.total_messages,
      l.unread_messages, count(c.label_id), count(c.label_id) filter (where c.unread)) as said
    from labels l left join listed c on c.label_id = l.id
    where l.mailbox_id = ${mailbox}
    group by l.mailbox_id, l.id
    having l.total_messages <> count(c.label_id)
      or l.unread_messages <> count(c.label_id) filter (where c.unread)`,

  (mailbox) => sql`
    select format('message %s has a label %s that does not exist', m.id, w.label_id) as said
    from messages m cross join lateral unnest(m.label_ids) as w(label_id)
    where m.mailbox_id = ${mailbox} and m.label_ids is not null
      and not exists (select from labels l where l.mailbox_id = ${mailbox} and l.id = w.label_id)`,

  (mailbox) => sql`
    ${countedRows(mailbox)}
    select format('list %s has %s of thread %s, and should have %s', coalesce(r.folder_id, c.folder_id),
      case when r.thread_id is null then 'no row'
        else format('a row (%s, unread %s, starred %s)', r.last_at, r.unread, r.starred) end,
      coalesce(r.thread_id, c.thread_id),
      case when c.thread_id is null then 'none'
        else format('one (%s, unread %s, starred %s)', c.last_at, c.unread, c.starred) end) as said
    from (select * from list_rows where mailbox_id = ${mailbox}) r
    full join counted c on c.folder_id = r.folder_id and c.thread_id = r.thread_id
    where (r.last_at, r.unread, r.starred) is distinct from (c.last_at, c.unread, c.starred)`,

  (mailbox) => sql`
    select format('%s bytes are said to be used, and %s are', s.used_bytes, t.bytes) as said
    from mailbox_state s
    cross join (select coalesce(sum(size), 0)::bigint as bytes from messages where mailbox_id = ${mailbox}) t
    where s.mailbox_id = ${mailbox} and s.used_bytes <> t.bytes`,

  (mailbox) => sql`
    select format('thread %s says %s messages%s, and has %s', t.id, t.message_count,
      case when t.emptied_at is null then '' else ' and that it is empty' end, coalesce(n.messages, 0)) as said
    from threads t
    left join (select thread_id, count(*) as messages from messages where mailbox_id = ${mailbox} group by 1) n
      on n.thread_id = t.id
    where t.mailbox_id = ${mailbox}
      and (t.message_count <> coalesce(n.messages, 0)
        or (t.emptied_at is not null and n.messages is not null)
        or (t.emptied_at is null and n.messages is null))`,

  (mailbox) => sql`
    select format('thread %s %s messages in Snoozed, and says otherwise', t.id,
      case when w.thread_id is null then 'has no' else 'has' end) as said
    from threads t
    left join (
      select distinct m.thread_id from messages m
      join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id and f.role = 'Snoozed'
      where m.mailbox_id = ${mailbox}
    ) w on w.thread_id = t.id
    where t.mailbox_id = ${mailbox} and (t.snoozed is true) <> (w.thread_id is not null)`,

  (mailbox) => sql`
    select format('thread %s %s messages that await an answer, and says otherwise', t.id,
      case when w.thread_id is null then 'has no' else 'has' end) as said
    from threads t
    left join (
      select distinct m.thread_id from messages m
      where m.mailbox_id = ${mailbox} and m.follow_up_at is not null
    ) w on w.thread_id = t.id
    where t.mailbox_id = ${mailbox} and (t.awaiting is true) <> (w.thread_id is not null)`,

  (mailbox) => sql`
    select format('thread %s %s muted messages, and says otherwise', t.id,
      case when w.thread_id is null then 'has no' else 'has' end) as said
    from threads t
    left join (select distinct thread_id from messages where mailbox_id = ${mailbox} and muted) w on w.thread_id = t.id
    where t.mailbox_id = ${mailbox} and (t.muted is true) <> (w.thread_id is not null)`,

  (mailbox) => sql`
    select format('message %s lacks its %s', m.id, concat_ws(', ',
      case when t.id is null then 'thread' end, case when f.id is null then 'folder' end,
      case when f.role = 'Starred' then 'own folder' end, case when c.message_id is null then 'content' end,
      case when w.message_id is null then 'search words' end)) as said
    from messages m
    left join threads t on t.mailbox_id = m.mailbox_id and t.id = m.thread_id
    left join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    left join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    left join message_search w on w.mailbox_id = m.mailbox_id and w.message_id = m.id
    where m.mailbox_id = ${mailbox}
      and (t.id is null or f.id is null or f.role = 'Starred' or c.message_id is null or w.message_id is null)`,

  // What an older release has changed is followed when a mail program looks.
  (mailbox) => sql`
    select format('the state of message %s differs (uid %s)', m.id, s.uid) as said
    from messages m
    join mailbox_state b on b.mailbox_id = m.mailbox_id and b.stated_seq = b.seq
    left join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    left join message_state s on s.mailbox_id = m.mailbox_id and s.message_id = m.id
    where m.mailbox_id = ${mailbox} and ${STATE_DIFFERS}`,

  (mailbox) => sql`
    select format('uid %s of folder %s is one that is yet to be given', u.uid, u.folder_id) as said
    from (
      select folder_id, uid from message_state where mailbox_id = ${mailbox}
      union all select folder_id, uid from expunged where mailbox_id = ${mailbox}
    ) u join folders f on f.mailbox_id = ${mailbox} and f.id = u.folder_id
    where u.uid >= f.uid_next`,

  (mailbox) => sql`
    select format('%s of message %s stayed behind', o.what, o.message_id) as said
    from (${ownedByMessages(mailbox)}) o
    where not exists (select from messages m where m.mailbox_id = ${mailbox} and m.id = o.message_id)`,

  (mailbox) => sql`
    select format('message %s %s in Trash, and %s since when', m.id,
      case when f.role = 'Trash' then 'lies' else 'does not lie' end,
      case when m.trashed_at is null then 'does not say' else 'says' end) as said
    from messages m join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where m.mailbox_id = ${mailbox} and (f.role is not distinct from 'Trash') <> (m.trashed_at is not null)`,

  (mailbox) => sql`
    select format('%s %s leads to thread %s, which is not there', k.what, k.id, k.thread_id) as said
    from (
      select 'merged thread' as what, id::text, thread_id from merged_threads where mailbox_id = ${mailbox}
      union all
      select 'key', encode(key, 'hex'), thread_id from thread_keys where mailbox_id = ${mailbox}
    ) k
    where not exists (select from threads t where t.mailbox_id = ${mailbox} and t.id = k.thread_id)`,

  (mailbox) => sql`
    select format('merged thread %s still has messages', g.id) as said
    from merged_threads g
    where g.mailbox_id = ${mailbox}
      and exists (select from messages m where m.mailbox_id = g.mailbox_id and m.thread_id = g.id)`,

  (mailbox) => sql`
    select format('the journal says %s, and the mailbox is at %s', c.seq, s.seq) as said
    from mailbox_state s
    join (select max(seq) as seq from changes where mailbox_id = ${mailbox}) c on c.seq > s.seq
    where s.mailbox_id = ${mailbox}`,
];
