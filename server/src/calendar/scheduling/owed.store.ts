import { type Selectable, sql } from 'kysely';
import type { CalendarOwedTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type OwedRow = Omit<Selectable<CalendarOwedTable>, 'mailbox_id'>;

/** What is owed already is owed later: changes that follow each other closely are one message. */
export async function writeOwed(
  tx: Tx,
  mailboxId: number,
  owed: Pick<OwedRow, 'object_id' | 'round' | 'told' | 'due_at'>,
): Promise<void> {
  const { object_id, round, told, due_at } = owed;
  await sql`
    insert into calendar_owed as o (mailbox_id, object_id, round, told, due_at)
    values (${mailboxId}, ${object_id}::uuid, ${round}::uuid, ${told}, ${due_at})
    on conflict (mailbox_id, object_id) do update set due_at = excluded.due_at where o.taken is null`.execute(
    tx,
  );
}

export async function readOwed(
  db: ReadDb,
  mailboxId: number,
  objectId: string,
): Promise<OwedRow | undefined> {
  const rows = await readRows(
    db,
    sql<OwedRow>`
    select object_id, round, told, taken, due_at from calendar_owed
    where mailbox_id = ${mailboxId} and object_id = ${objectId}::uuid`,
  );
  return rows[0];
}

export async function writeTold(tx: Tx, mailboxId: number, objectId: string, told: Buffer): Promise<void> {
  await sql`
    update calendar_owed set told = ${told}
    where mailbox_id = ${mailboxId} and object_id = ${objectId}::uuid`.execute(tx);
}

/** From now on others are being told this text; empty where the object is gone. */
export async function takeOwed(tx: Tx, mailboxId: number, objectId: string, taken: Buffer): Promise<void> {
  await sql`
    update calendar_owed set taken = ${taken}
    where mailbox_id = ${mailboxId} and object_id = ${objectId}::uuid`.execute(tx);
}

export async function deleteOwed(
  tx: Tx,
  mailboxId: number,
  { object_id, round }: Pick<OwedRow, 'object_id' | 'round'>,
): Promise<void> {
  await sql`
    delete from calendar_owed
    where mailbox_id = ${mailboxId} and object_id = ${object_id}::uuid and round = ${round}::uuid`.execute(
    tx,
  );
}
