import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Whether scheduled or periodic messages have this sender. */
export async function isSenderOfWaiting(db: ReadDb, mailboxId: number, address: string): Promise<boolean> {
  const [row] = await readRows<{ waits: boolean }>(
    db,
    sql`
    select exists (
      select from outbox o
      where o.mailbox_id = ${mailboxId} and o.state = 'held' and lower(o.sender) = ${address}
    ) or exists (
      select from periodic_sends p join messages m on m.mailbox_id = p.mailbox_id and m.id = p.message_id
      where p.mailbox_id = ${mailboxId} and p.state in ('active', 'paused') and lower(m.sender->>'email') = ${address}
    ) as waits`,
  );
  return row?.waits === true;
}

/** A sender with a name or a signature of its own keeps them. */
export async function moveSender(tx: Tx, mailboxId: number, from: string, to: string): Promise<void> {
  await sql`
    update addresses n set sender_name = coalesce(n.sender_name, o.sender_name),
      signature = coalesce(n.signature, o.signature)
    from addresses o
    where n.mailbox_id = ${mailboxId} and n.address = ${to}
      and o.mailbox_id = ${mailboxId} and o.address = ${from}`.execute(tx);
  // Two statements: the index allows only one default at any moment.
  const { rows } = await sql`
    update addresses set default_sender = false
    where mailbox_id = ${mailboxId} and address = ${from} and default_sender returning address`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    update addresses set default_sender = true where mailbox_id = ${mailboxId} and address = ${to}`.execute(
    tx,
  );
}
