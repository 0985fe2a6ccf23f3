import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tables } from '../../tables.ts';

type EventColumns = Omit<Tables['security_events'], 'mailbox_id' | 'merge_key' | 'id' | 'about' | 'times'>;
export type EventRow = EventColumns & { id: number; about: string; times: number };

/**
 * Newest first. In one statement: rows of a page joined to the table by their ids are read from all rows of
 * the mailbox, once for each row, when PostgreSQL's statistics are outdated.
 */
export async function readEvents(
  db: ReadDb,
  mailboxId: number,
  { from, limit, since, kinds }: { from: number; limit: number; since: number; kinds?: readonly string[] },
): Promise<EventRow[]> {
  return readRows<EventRow>(
    db,
    sql`
    select id, kind, method, outcome, protocol, address, user_agent, about, first_at, at, times from security_events
    where mailbox_id = ${mailboxId} and at >= ${since} ${ofKinds(kinds)}
    order by at desc, id desc offset ${from} limit ${limit}`,
  );
}

/** The sign-ins among them. */
export async function readSignIns(
  db: ReadDb,
  mailboxId: number,
  { from, limit, since, failed }: { from: number; limit: number; since: number; failed: boolean },
): Promise<EventRow[]> {
  return readRows<EventRow>(
    db,
    sql`
    select id, kind, method, outcome, protocol, address, user_agent, about, first_at, at, times from security_events
    where mailbox_id = ${mailboxId} and at >= ${since} and kind = 'sign_in' ${failed ? sql`and outcome <> 'ok'` : sql``}
    order by at desc, id desc offset ${from} limit ${limit}`,
  );
}

/** A person within the caller's administration. */
export type Administered = { id: number; email: string; domainId: number; domain: string; provider: boolean };

/** `domainId`: only in that domain. */
export async function readAdministered(
  db: ReadDb,
  mailboxId: number,
  domainId: number | null,
): Promise<Administered | undefined> {
  const found = await db
    .selectFrom('mailboxes as m')
    .innerJoin('domains as d', 'd.id', 'm.domain_id')
    .select(['m.id', 'm.email', 'm.domain_id as domainId', 'd.name as domain', 'm.provider'])
    .where('m.id', '=', mailboxId)
    .executeTakeFirst();
  return found && (domainId ?? found.domainId) === found.domainId ? found : undefined;
}

const ofKinds = (kinds: readonly string[] | undefined) =>
  kinds === undefined ? sql`` : sql`and kind = any(${kinds})`;

/** When an intruder was last reported, if since then. */
export async function readReportOfStranger(
  db: ReadDb,
  mailboxId: number,
  since: number,
): Promise<number | null> {
  const report = await db
    .selectFrom('security_events')
    .select('at')
    .where('mailbox_id', '=', mailboxId)
    .where('kind', '=', 'password_exposed')
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return report?.at ?? null;
}

export type OpenSessionRow = {
  id: string;
  address: string;
  user_agent: string;
  protocol: 'web' | 'api' | 'smtp';
  created_at: number;
  last_used_at: number;
};

/** Most recently used first. */
/** The rows of suspended people stay, so that their pages can be told why, but give no access. */
export async function readOpenSessions(
  db: ReadDb,
  mailboxId: number,
  { now, limit }: { now: number; limit: number },
): Promise<OpenSessionRow[]> {
  return readRows<OpenSessionRow>(
    db,
    sql`
    select id, address, user_agent, protocol, created_at, greatest(last_used_at, created_at) as last_used_at
    from sessions where mailbox_id = ${mailboxId} and expires_at > ${now} and coalesce(ends_at, expires_at) > ${now}
      and (select m.active and d.active from mailboxes m join domains d on d.id = m.domain_id where m.id = ${mailboxId})
    order by greatest(last_used_at, created_at) desc, id limit ${limit}`,
  );
}
