import type { AdminAct } from '@bocau/contract/administration.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type AuditFilter = {
  /** Null means the whole installation. */
  domainId: number | null;
  actor?: string | undefined;
  to?: string | undefined;
  act?: AdminAct | undefined;
  since?: number | undefined;
  before?: number | undefined;
};

export type AuditedRow = {
  id: number;
  at: number;
  actor: string;
  by: 'person' | 'token' | 'command_line';
  from: string;
  to: string;
  act: AdminAct;
  before: string | null;
  after: string | null;
};

/** Latest first, from before the entry with that id. */
export async function readAudit(
  db: ReadDb,
  { domainId, actor, to, act, since, before }: AuditFilter,
  { after, limit }: { after: number | null; limit: number },
): Promise<AuditedRow[]> {
  return readRows<AuditedRow>(
    db,
    sql`
    select a.id, a.at, a.actor, a.address as "from", a.person as "to", a.act, a.before, a.after,
      case when a.token_id is not null then 'token' when a.actor_mailbox_id is not null then 'person'
        else 'command_line' end as by
    from audit_log a
    where true ${domainId === null ? sql`` : sql`and a.domain_id = ${domainId}`}
      ${actor === undefined ? sql`` : sql`and a.actor = ${actor}`}
      ${to === undefined ? sql`` : sql`and a.person = ${to}`}
      ${act === undefined ? sql`` : sql`and a.act = ${act}`}
      ${since === undefined ? sql`` : sql`and a.at >= ${since}`}
      ${before === undefined ? sql`` : sql`and a.at < ${before}`}
      ${after === null ? sql`` : sql`and a.id < ${after}`}
    order by a.id desc limit ${limit}`,
  );
}
