import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tables, Tx } from '../../tables.ts';

export async function insertAuditRows(tx: Tx, rows: Insertable<Tables['audit_log']>[]): Promise<void> {
  await tx.insertInto('audit_log').values(rows).execute();
}

export type AuditRow = Pick<
  Selectable<Tables['audit_log']>,
  'at' | 'actor' | 'address' | 'person' | 'act' | 'before' | 'after'
> & {
  id: number;
  by_command: boolean;
};
type Page = { before: number | null; since: number; limit: number };

/** Newest first. */
export function readAuditOfDomain(db: ReadDb, ownerId: number, page: Page): Promise<AuditRow[]> {
  return readPage(db, sql`a.domain_id = (select o.domain_id from mailboxes o where o.id = ${ownerId})`, page);
}

export function readAuditOfPerson(db: ReadDb, mailboxId: number, page: Page): Promise<AuditRow[]> {
  return readPage(db, sql`a.person_mailbox_id = ${mailboxId}`, page);
}

function readPage(
  db: ReadDb,
  whose: RawBuilder<unknown>,
  { before, since, limit }: Page,
): Promise<AuditRow[]> {
  return readRows<AuditRow>(
    db,
    sql`
    select a.id, a.at, a.actor, a.address, a.person, a.act, a.before, a.after,
      a.actor_mailbox_id is null as by_command
    from audit_log a
    where ${whose} and a.at >= ${since} ${before === null ? sql`` : sql`and a.id < ${before}`}
    order by a.id desc limit ${limit}`,
  );
}
