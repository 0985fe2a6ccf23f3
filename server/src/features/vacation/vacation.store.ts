import type { VacationRule } from '@bocau/contract/rule-definitions.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** The active automatic reply. */
export async function readVacation(db: ReadDb, mailboxId: number): Promise<VacationRule | undefined> {
  const rows = await readRows(
    db,
    sql<{ definition: VacationRule }>`
    select definition from rules
    where mailbox_id = ${mailboxId} and definition->>'type' = 'vacation' and is_enable
      and (definition->'is_enable')::boolean
    order by id limit 1`,
  );
  return rows[0]?.definition;
}

/** An answer to a sender's normalized address, without a tag. */
export type Answered = { sender: string; at: number };

/** Whether the sender was answered since then. */
export async function wasAnswered(
  db: ReadDb,
  mailboxId: number,
  { sender }: Answered,
  since: number,
): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from automatic_replies
    where mailbox_id = ${mailboxId} and sender = ${sender} and at > ${since}`,
  );
  return rows.length > 0;
}

/** Records an answer, and deletes records from before `since`. */
export async function recordAnswer(
  tx: Tx,
  mailboxId: number,
  { sender, at }: Answered,
  since: number,
): Promise<void> {
  await sql`
    delete from automatic_replies where mailbox_id = ${mailboxId} and at <= ${since}`.execute(tx);
  await sql`
    insert into automatic_replies (mailbox_id, sender, at) values (${mailboxId}, ${sender}, ${at})
    on conflict (mailbox_id, sender) do update set at = excluded.at`.execute(tx);
}

/** Whether the mailbox has written to this address. */
export async function hasWrittenTo(db: ReadDb, mailboxId: number, email: string): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from correspondents where mailbox_id = ${mailboxId} and email = ${email} and sent_count > 0`,
  );
  return rows.length > 0;
}

/** How many automatic replies were sent since then. */
export async function countReplies(db: ReadDb, mailboxId: number, since: number): Promise<number> {
  const rows = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::integer as count from outbox
    where mailbox_id = ${mailboxId} and counted_at > ${since} and kind = 'reply'`,
  );
  return rows[0]?.count ?? 0;
}
