import { type Insertable, sql } from 'kysely';
import type { ReadDb, Tables, Tx } from '../../tables.ts';

export async function findDomains(db: ReadDb, names: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('domains')
    .select(['id', 'name'])
    .where('name', '=', ({ fn, val }) => fn.any(val(names)))
    .execute();
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** `purge_at`: when a deleted person's address becomes free. */
export type Taken = { email: string; purge_at: number | null };

/** Which of the addresses are taken, and until when. */
export async function findTaken(db: ReadDb, addresses: string[]): Promise<Map<string, Taken>> {
  const rows = await db
    .selectFrom('addresses')
    .innerJoin('mailboxes', 'mailboxes.id', 'addresses.mailbox_id')
    .select(['address', 'email', 'purge_at'])
    .where('address', '=', ({ fn, val }) => fn.any(val(addresses)))
    .execute();
  return new Map(rows.map(({ address, email, purge_at }) => [address, { email, purge_at }]));
}

export type Inserted = { id: number; email: string; domain_id: number };

/** Adds those whose address is free, with their state; returns them. */
export async function insertMailboxes(
  tx: Tx,
  mailboxes: Insertable<Tables['mailboxes']>[],
): Promise<Inserted[]> {
  const added = await tx
    .insertInto('mailboxes')
    .values(mailboxes)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email', 'domain_id'])
    .execute();
  if (added.length === 0) return [];
  const states = added.map(({ id }) => ({ mailbox_id: id }));
  await tx.insertInto('mailbox_state').values(states).execute();
  return added;
}

/** Returns those that were free. */
export async function insertAddressRows(
  tx: Tx,
  rows: { address: string; mailbox_id: number }[],
): Promise<Set<string>> {
  // Two parameters, whatever the number of rows: PostgreSQL's limit is 65,535.
  const { rows: added } = await sql<{ address: string }>`
    insert into addresses (address, mailbox_id)
    select address, mailbox_id from unnest(
      ${rows.map(({ address }) => address)}::text[], ${rows.map(({ mailbox_id: id }) => id)}::bigint[]
    ) as a(address, mailbox_id)
    on conflict (address) do nothing
    returning address`.execute(tx);
  return new Set(added.map(({ address }) => address));
}
