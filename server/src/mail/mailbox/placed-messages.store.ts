import { type RawBuilder, sql } from 'kysely';

/** Messages of a mailbox by what changes of them; all that is given applies. */
export type Placed = {
  in?: string;
  outside?: string[];
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
 * being written has no state; of these few the query is made once more, because PostgreSQL would rather sort both together
 * than read the states in the order of their index.
 */
export function placedMessages(
  mailboxId: number,
  placed: Placed,
  query: OfMessages = (table) => sql`select p.id, p.received_at from ${table} p`,
): RawBuilder<unknown> {
  const states = sql`(
    select s.message_id as id, s.received_at from message_state s
    where s.mailbox_id = ${mailboxId} ${placed.deletedToo ? sql`` : sql`and not s.deleted`} ${conditions('s', placed)})`;
  const drafts = sql`(
    select d.id, d.received_at from messages d
    where d.mailbox_id = ${mailboxId} and d.blob is null ${conditions('d', placed)})`;
  return sql`((${query(states)}) union all (${query(drafts)}))`;
}

/** The next of them, newest first. */
export function nextOf(after: { lastAt: number; messageId: string } | null, limit: number): OfMessages {
  return (table) => sql`
    select p.id, p.received_at from ${table} p
    ${after === null ? sql`` : sql`where (p.received_at, p.id) < (${after.lastAt}, ${after.messageId})`}
    order by p.received_at desc, p.id desc limit ${limit}`;
}

function conditions(row: 's' | 'd', placed: Placed): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const { in: folderId, outside, label } = placed;
  const given = [
    folderId !== undefined && sql`and ${column('folder_id')} = ${folderId}`,
    outside !== undefined && sql`and ${column('folder_id')} <> all(${outside}::uuid[])`,
    placed.unread && sql`and ${column('unread')}`,
    placed.starred && sql`and ${column('starred')}`,
    (placed.labelled || label !== undefined) && sql`and ${column('label_ids')} is not null`,
    label !== undefined && sql`and ${column('label_ids')} @> ${[label]}::uuid[]`,
  ].filter((condition) => typeof condition === 'object');
  return sql.join(given, sql` `);
}
