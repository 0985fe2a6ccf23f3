import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type EntryRow = {
  title: string;
  department: string;
  phone: string;
  manager_mailbox_id: number | null;
  manager: string | null;
};

/** Empty where nothing was written yet. */
export async function readEntry(db: ReadDb, mailboxId: number): Promise<EntryRow> {
  const [row] = await readRows(
    db,
    sql<EntryRow>`
    select e.title, e.department, e.phone, e.manager_mailbox_id, g.email as manager
    from directory_entries e left join mailboxes g on g.id = e.manager_mailbox_id
    where e.mailbox_id = ${mailboxId}`,
  );
  return row ?? { title: '', department: '', phone: '', manager_mailbox_id: null, manager: null };
}

export async function findManager(
  db: ReadDb,
  domainId: number,
  address: string,
): Promise<{ id: number; email: string } | undefined> {
  const [row] = await readRows(
    db,
    sql<{ id: number; email: string }>`
    select m.id, m.email from addresses a join mailboxes m on m.id = a.mailbox_id
    where a.address = ${address} and m.domain_id = ${domainId} and m.deleted_at is null`,
  );
  return row;
}

export type Manager = { id: number; email: string; domain_id: number };

/** Who is there by these addresses, by address. */
export async function findManagers(db: ReadDb, addresses: string[]): Promise<Map<string, Manager>> {
  const rows = await readRows(
    db,
    sql<Manager & { address: string }>`
    select a.address, m.id, m.email, m.domain_id from addresses a join mailboxes m on m.id = a.mailbox_id
    where a.address = any(${addresses}::text[]) and m.deleted_at is null`,
  );
  return new Map(rows.map(({ address, ...manager }) => [address, manager]));
}

export type ListedRow = EntryRow & {
  id: number;
  email: string;
  domain_id: number;
  provider: boolean;
  hidden: boolean;
};

/** Those of the main addresses that somebody has. */
export async function readListedRows(db: ReadDb, emails: string[]): Promise<ListedRow[]> {
  return readRows(
    db,
    sql<ListedRow>`
    select m.id, m.email, m.domain_id, m.provider, m.hidden, coalesce(e.title, '') as title,
      coalesce(e.department, '') as department, coalesce(e.phone, '') as phone, e.manager_mailbox_id,
      g.email as manager
    from mailboxes m
    left join directory_entries e on e.mailbox_id = m.id left join mailboxes g on g.id = e.manager_mailbox_id
    where m.email = any(${emails}::text[]) and m.deleted_at is null`,
  );
}

/** In a fixed order, so that two lists cannot deadlock. */
export async function lockPeople(tx: Tx, emails: string[]): Promise<void> {
  await sql`
    select from mailboxes m where m.email = any(${emails}::text[]) order by m.id for no key update`.execute(
    tx,
  );
}

export async function writeHidden(tx: Tx, mailboxIds: number[], hidden: boolean): Promise<void> {
  if (mailboxIds.length === 0) return;
  await sql`update mailboxes set hidden = ${hidden} where id = any(${mailboxIds}::bigint[])`.execute(tx);
}
