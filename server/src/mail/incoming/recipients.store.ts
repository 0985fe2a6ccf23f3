import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type RecipientRow = {
  mailbox_id: number;
  email: string;
  takes_mail: boolean;
  /** Accepts no mail until an administrator resumes it. */
  suspended: boolean;
  full: boolean;
};

/** The owner of an address: the first of the given ones that exists. */
export async function findAddress(db: ReadDb, addresses: string[]): Promise<RecipientRow | undefined> {
  const rows = await readRows(
    db,
    sql<RecipientRow>`
    select m.id as mailbox_id, m.email, d.active as takes_mail,
      m.receiving_suspended_at is not null as suspended,
      s.used_bytes >= m.quota_mb::bigint * 1024 * 1024 as full
    from unnest(${addresses}::text[]) with ordinality as w(address, place)
    join addresses a on a.address = w.address
    join mailboxes m on m.id = a.mailbox_id and m.deleted_at is null
    join domains d on d.id = m.domain_id
    join mailbox_state s on s.mailbox_id = m.id
    order by w.place limit 1`,
  );
  return rows[0];
}

/** The catch-all mailbox of a domain, if any; it does not receive mail for addresses of deleted users. */
export async function findCatchAll(
  db: ReadDb,
  domain: string,
  addresses: string[],
): Promise<RecipientRow | undefined> {
  const rows = await readRows(
    db,
    sql<{ email: string }>`
    select m.email from domains d join mailboxes m on m.id = d.catch_all_mailbox_id
    where d.name = ${domain} and not exists (select from addresses a where a.address = any(${addresses}::text[]))
      and not exists (select from calendar_rooms r where r.address = any(${addresses}::text[]))`,
  );
  return rows[0] ? findAddress(db, [rows[0].email]) : undefined;
}

export async function findOwner(db: ReadDb, domain: string): Promise<RecipientRow | undefined> {
  const rows = await readRows(
    db,
    sql<{ email: string }>`
    select m.email from mailboxes m join domains d on d.id = m.domain_id
    where d.name = ${domain} and m.kind = 'owner' and m.deleted_at is null
    order by m.receiving_suspended_at is null desc, m.id limit 1`,
  );
  return rows[0] ? findAddress(db, [rows[0].email]) : undefined;
}

/** The owner of the first domain that has one. */
export async function findOperator(db: ReadDb): Promise<RecipientRow | undefined> {
  const rows = await readRows(
    db,
    sql<{ email: string }>`
    select m.email from domains d join mailboxes m on m.domain_id = d.id and m.kind = 'owner'
      and m.receiving_suspended_at is null and m.deleted_at is null
    where d.active order by d.id, m.id limit 1`,
  );
  return rows[0] ? findAddress(db, [rows[0].email]) : undefined;
}

/** Which of the names are local domains. */
export async function localDomains(db: ReadDb, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.selectFrom('domains').select('name').where('name', 'in', names).execute();
  return new Set(rows.map((row) => row.name));
}

/** Which of the names are verified local domains. */
export async function verifiedDomains(db: ReadDb, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom('domains')
    .select('name')
    .where('name', 'in', names)
    .where('verified', '=', true)
    .execute();
  return new Set(rows.map((row) => row.name));
}

/** Which of the mailboxes accept no mail, temporarily or permanently. */
export async function readClosed(
  db: ReadDb,
  mailboxIds: number[],
): Promise<{ suspended: Set<number>; gone: Set<number> }> {
  if (mailboxIds.length === 0) return { suspended: new Set(), gone: new Set() };
  const rows = await db
    .selectFrom('mailboxes')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select(['mailboxes.id', 'receiving_suspended_at', 'domains.active as takes_mail'])
    .where('mailboxes.id', 'in', mailboxIds)
    .where('deleted_at', 'is', null)
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const suspended = rows.filter((row) => row.receiving_suspended_at !== null || !row.takes_mail);
  return {
    suspended: new Set(suspended.map(({ id }) => id)),
    gone: new Set(mailboxIds.filter((id) => !there.has(id))),
  };
}
