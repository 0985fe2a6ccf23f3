import { sql } from 'kysely';
import { SESSIONS_CHANGED } from '../../identity/security/end-sessions.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type DomainSuspension = { suspended_at: number | null; suspended_reason: string | null };

export async function readSuspension(db: ReadDb, domainId: number): Promise<DomainSuspension> {
  return db
    .selectFrom('domains')
    .select(['suspended_at', 'suspended_reason'])
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow();
}

export async function writeSuspension(tx: Tx, domainId: number, suspension: DomainSuspension): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ ...suspension, active: suspension.suspended_at === null })
    .where('id', '=', domainId)
    .execute();
}

/** A provider, who would be locked out with the domain. */
export async function hasProvider(db: ReadDb, domainId: number): Promise<boolean> {
  const found = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('provider', '=', true)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Every process checks the sessions of its people again. */
export async function notifySessionsOf(tx: Tx, domainId: number): Promise<void> {
  await sql`
    select count(pg_notify(${SESSIONS_CHANGED}, id::text)) from mailboxes where domain_id = ${domainId}`.execute(
    tx,
  );
}
