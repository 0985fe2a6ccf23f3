import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { isShown } from './shown-messages.store.ts';

/** Messages of a mailbox by what changes of them; all that is given applies. */
export type Placed = {
  in?: string;
  outside?: string[];
  /** In one of the folders of an array. */
  among?: RawBuilder<unknown>;
  unread?: true;
  starred?: true;
  labelled?: true;
  label?: string;
  /** With those that a mail program has marked as deleted. */
  deletedToo?: true;
};

/** A query of a table with `id` and `received_at`. */
export type OfMessages = (table: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * What a query answers of such messages, as a table. They are found by their states: an index of `messages` that named their
 * place or a mark would have each act write all of the message's entries in ten indexes anew (decision 167). A draft that is
 * being written has no state. The query is made for each kind, because PostgreSQL would rather sort all together than read the
 * states in the order of their index. Where states are behind, after a release that had none, the messages themselves are asked.
 */
export function placedMessages(
  mailboxId: number,
  placed: Placed,
  query: OfMessages = (table) => sql`select p.id, p.received_at from ${table} p`,
): RawBuilder<unknown> {
  const followed = areFollowed(mailboxId);
  const shown = (condition: RawBuilder<unknown>) => (placed.deletedToo ? sql`` : sql`and ${condition}`);
  const states = sql`(
    select s.message_id as id, s.received_at from message_state s
    where s.mailbox_id = ${mailboxId} and ${followed} ${shown(sql`not s.deleted`)} ${conditions('s', placed)})`;
  const ofMessages = (which: RawBuilder<unknown>) => sql`(
    select o.id, o.received_at from messages o
    where o.mailbox_id = ${mailboxId} and ${which} ${shown(isShown('o'))} ${conditions('o', placed)})`;
  const drafts = ofMessages(sql`o.blob is null and ${followed}`);
  const all = ofMessages(sql`not ${followed}`);
  return sql`((${query(states)}) union all (${query(drafts)}) union all (${query(all)}))`;
}

/** Whether each message with a source has its state. */
function areFollowed(mailboxId: number): RawBuilder<boolean> {
  return sql`(
    select b.stated_seq = b.seq and not exists (
      select from folders f
      where f.mailbox_id = b.mailbox_id and f.uid_validity is null and f.role is distinct from 'Starred')
    from mailbox_state b where b.mailbox_id = ${mailboxId})`;
}

export type NextMessage = { id: string; thread_id: string; received_at: number };
export type Next = { after: { lastAt: number; messageId: string } | null; limit: number };

/** The next messages of a table, newest first; it is made of the query for them. */
export async function readNext(
  db: ReadDb,
  mailboxId: number,
  { after, limit }: Next,
  tableOf: (query: OfMessages) => RawBuilder<unknown>,
): Promise<NextMessage[]> {
  const next: OfMessages = (table) => sql`
    select p.id, p.received_at from ${table} p
    ${after === null ? sql`` : sql`where (p.received_at, p.id) < (${after.lastAt}, ${after.messageId})`}
    order by p.received_at desc, p.id desc limit ${limit}`;
  return readRows(
    db,
    sql<NextMessage>`
      select p.id, m.thread_id, p.received_at from (
        select id, received_at from ${tableOf(next)} n order by received_at desc, id desc limit ${limit}
      ) p
      cross join lateral (select thread_id from messages where mailbox_id = ${mailboxId} and id = p.id offset 0) m
      order by p.received_at desc, p.id desc`,
  );
}

function conditions(row: 's' | 'o', placed: Placed): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const { in: folderId, outside, among, label } = placed;
  const given = [
    folderId !== undefined && sql`and ${column('folder_id')} = ${folderId}`,
    among !== undefined && sql`and ${column('folder_id')} = any(${among})`,
    outside !== undefined && sql`and ${column('folder_id')} <> all(${outside}::uuid[])`,
    placed.unread && sql`and ${column('unread')}`,
    placed.starred && sql`and ${column('starred')}`,
    (placed.labelled || label !== undefined) && sql`and ${column('label_ids')} is not null`,
    label !== undefined && sql`and ${column('label_ids')} @> ${[label]}::uuid[]`,
  ].filter((condition) => typeof condition === 'object');
  return sql.join(given, sql` `);
}
