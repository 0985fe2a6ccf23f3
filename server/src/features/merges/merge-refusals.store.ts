import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type RefusalRow = { address: string; email: string; by: 'link' | 'person'; at: number };

/** What somebody said themselves stays so. */
export async function insertRefusals(
  tx: Tx,
  mailboxId: number,
  people: { address: string; email: string }[],
  { by, at }: Pick<RefusalRow, 'by' | 'at'>,
): Promise<void> {
  await sql`
    insert into merge_refusals (mailbox_id, address, email, by, at)
    select ${mailboxId}, address, email, ${by}, ${at}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(address text, email text)
    on conflict (mailbox_id, address) do nothing`.execute(tx);
}

export async function deleteRefusals(tx: Tx, mailboxId: number, addresses: string[]): Promise<void> {
  await sql`
    delete from merge_refusals where mailbox_id = ${mailboxId} and address = any(${addresses}::text[])`.execute(
    tx,
  );
}

export async function findRefusals(db: ReadDb, mailboxId: number, addresses: string[]): Promise<Set<string>> {
  const rows = await readRows(
    db,
    sql<{ address: string }>`
    select address from merge_refusals where mailbox_id = ${mailboxId} and address = any(${addresses}::text[])`,
  );
  return new Set(rows.map(({ address }) => address));
}

export async function countRefusals(db: ReadDb, mailboxId: number): Promise<number> {
  const [found] = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::integer as count from merge_refusals where mailbox_id = ${mailboxId}`,
  );
  return found?.count ?? 0;
}

export async function readRefusals(
  db: ReadDb,
  mailboxId: number,
  { search, after, limit }: { search: string; after: string; limit: number },
): Promise<RefusalRow[]> {
  return readRows(
    db,
    sql<RefusalRow>`
    select address, email, by, at from merge_refusals
    where mailbox_id = ${mailboxId} and address > ${after} and strpos(address, ${search}) > 0
    order by address limit ${limit}`,
  );
}

/** Undefined of a mailbox that is gone. */
export async function readMailboxAddress(db: ReadDb, mailboxId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('mailboxes')
    .select('email')
    .where('id', '=', mailboxId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.email;
}
