import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { type Next, type NextMessage, placedMessages, readNext } from '../mailbox/placed-messages.store.ts';
import { isShown } from '../mailbox/shown-messages.store.ts';

export type LabelChange = { add: string[]; remove: string[] };
export type Labelled = { message_id: string; thread_id: string; label_ids_before: string[] | null };

/** Either threads, of which only shown messages are meant, or single messages; in a folder, or in all but some. */
export type LabelScope = { threadIds?: string[]; messageIds?: string[] } & (
  | { in: string }
  | { outside: string[] }
);

/** Puts labels on messages and takes others off; answers what was changed, and what each of these messages had. */
export async function updateLabels(
  tx: Tx,
  mailboxId: number,
  scope: LabelScope,
  { add, remove }: LabelChange,
): Promise<Labelled[]> {
  return writeLabels(
    tx,
    mailboxId,
    sql`
      select m.id, m.label_ids as before,
        ${sorted(sql`select unnest(m.label_ids || ${add}::uuid[]) as label`, sql`w.label <> all(${remove}::uuid[])`)} as after
      from messages m where m.mailbox_id = ${mailboxId} and ${inScope(scope)}`,
  );
}

export type LabelsBefore = { message_id: string; label_ids_before: string[] };

/** Of these labels each message has those again that it had; of others it keeps what it has. */
export async function restoreLabelsOf(
  tx: Tx,
  mailboxId: number,
  labelIds: string[],
  messages: LabelsBefore[],
): Promise<Labelled[]> {
  const given = messages.map(({ message_id, label_ids_before }) => ({
    message_id,
    had: label_ids_before.filter((id) => labelIds.includes(id)),
  }));
  return writeLabels(
    tx,
    mailboxId,
    sql`
      select m.id, m.label_ids as before,
        ${sorted(
          sql`select o.label from unnest(m.label_ids) as o(label) where o.label <> all(${labelIds}::uuid[])
            union all select unnest(g.had)`,
          sql`true`,
        )} as after
      from json_to_recordset(${JSON.stringify(given)}) as g(message_id uuid, had uuid[])
      join messages m on m.mailbox_id = ${mailboxId} and m.id = g.message_id`,
  );
}

/** `rows` of messages with their labels before and after. */
async function writeLabels(tx: Tx, mailboxId: number, rows: RawBuilder<unknown>): Promise<Labelled[]> {
  const { rows: changed } = await sql<Labelled>`
    update messages m set label_ids = n.after
    from (${rows}) n
    where m.mailbox_id = ${mailboxId} and m.id = n.id and n.after is distinct from n.before
    returning m.id as message_id, m.thread_id, n.before as label_ids_before`.execute(tx);
  return changed;
}

/** Sorted, each once, and null where there are none: so two messages with the same labels have equal values. */
function sorted(labels: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`nullif(array(select distinct w.label from (${labels}) w where ${where} order by w.label), '{}')`;
}

function inScope(scope: LabelScope): RawBuilder<unknown> {
  const { threadIds, messageIds } = scope;
  return sql`true
    ${threadIds ? sql`and m.thread_id = any(${threadIds}::uuid[]) and ${isShown('m')}` : sql``}
    ${messageIds ? sql`and m.id = any(${messageIds}::uuid[])` : sql``}
    ${'in' in scope ? sql`and m.folder_id = ${scope.in}` : scope.outside.length > 0 ? sql`and m.folder_id <> all(${scope.outside}::uuid[])` : sql``}`;
}

/** The next messages that carry a label, in whatever folder, newest first. */
export function readLabelledMessages(
  db: ReadDb,
  mailboxId: number,
  label: string,
  next: Next,
): Promise<NextMessage[]> {
  return readNext(db, mailboxId, next, (query) =>
    placedMessages(mailboxId, { label, deletedToo: true }, query),
  );
}

/** Whether any message carries the label, wherever it is. */
export async function isCarried(db: ReadDb, mailboxId: number, labelId: string): Promise<boolean> {
  const found = await readRows(
    db,
    sql`select from ${placedMessages(mailboxId, { label: labelId, deletedToo: true })} p limit 1`,
  );
  return found.length > 0;
}
