import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

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
