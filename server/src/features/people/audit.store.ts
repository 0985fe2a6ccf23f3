import { AUDITED_ACTS, type AuditedAct } from '@bocau/contract/people.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tables } from '../../tables.ts';

export type AuditRow = Pick<
  Selectable<Tables['audit_log']>,
  'at' | 'actor' | 'address' | 'person' | 'before' | 'after'
> & {
  id: number;
  act: AuditedAct;
  by_command: boolean;
};
type Page = { before: number | null; since: number; limit: number };

/** Newest first. */
export function readAuditOfDomain(db: ReadDb, domainId: number, page: Page): Promise<AuditRow[]> {
  return readPage(db, sql`a.domain_id = ${domainId}`, page);
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
      a.actor_mailbox_id is null and a.token_id is null as by_command
    from audit_log a
    where ${whose} and a.act = any(${[...AUDITED_ACTS]}) and a.at >= ${since} ${before === null ? sql`` : sql`and a.id < ${before}`}
    order by a.id desc limit ${limit}`,
  );
}
