import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type MessageMarks = { unread?: boolean; starred?: boolean; answered?: boolean };

type Marked = {
  message_id: string;
  thread_id: string;
  modseq: number;
  deleted: boolean;
  keywords: string[];
};

/** Those of the messages that are in the folder. */
export async function readMarked(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  messageIds: string[],
): Promise<Marked[]> {
  return readRows(
    db,
    sql<Marked>`
    select s.message_id, m.thread_id, s.modseq, s.deleted, s.keywords from message_state s
    join messages m on m.mailbox_id = ${mailboxId} and m.id = s.message_id
    where s.mailbox_id = ${mailboxId} and s.message_id = any(${messageIds}::uuid[]) and s.folder_id = ${folderId}`,
  );
}

/** Writes only what differs; answers the threads. */
export async function updateMarks(
  tx: Tx,
  mailboxId: number,
  messageIds: string[],
  marks: MessageMarks,
): Promise<string[]> {
  const given = Object.entries(marks).filter(([, value]) => value !== undefined);
  if (given.length === 0 || messageIds.length === 0) return [];
  const set = given.map(([mark, value]) => sql`${sql.ref(mark)} = ${value}`);
  const differs = given.map(([mark, value]) => sql`${sql.ref(mark)} <> ${value}`);
  const { rows } = await sql<{ thread_id: string }>`
    update messages set ${sql.join(set)}
    where mailbox_id = ${mailboxId} and id = any(${messageIds}::uuid[]) and (${sql.join(differs, sql` or `)})
    returning thread_id`.execute(tx);
  return rows.map((row) => row.thread_id);
}

/** What is kept with the state alone: the web shows none of it, but hides what is marked as deleted. */
export async function writeProgramMarks(
  tx: Tx,
  mailboxId: number,
  modseq: number,
  messages: { message_id: string; deleted: boolean; keywords: string[] }[],
): Promise<void> {
  const given = messages.map(({ message_id, deleted, keywords }) => ({ message_id, deleted, keywords }));
  await sql`
    update message_state s set deleted = g.deleted, keywords = g.keywords, modseq = ${modseq}
    from json_to_recordset(${JSON.stringify(given)}) as g(message_id uuid, deleted boolean, keywords text[])
    where s.mailbox_id = ${mailboxId} and s.message_id = g.message_id`.execute(tx);
}
