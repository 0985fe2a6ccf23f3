import type { SignInProtocol } from '@bocau/contract/security.ts';
import { type RawBuilder, sql } from 'kysely';
import type { SignInMethod } from '../../platform/caller.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** The limit of people examined per page, signed in or not. */
const PEOPLE_LOOKED_AT = 1_000;
/** Sorts after every address with the same prefix. */
const LAST_LETTER = '\u{10FFFF}';
const LATEST = { at: Number.MAX_SAFE_INTEGER, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** What gives access: a session, or an app password. */
export type SignedInRow = {
  kind: 'session' | 'app_password';
  id: string;
  person_id: number;
  email: string;
  person_name: string;
  provider: boolean;
  method: SignInMethod;
  protocol: SignInProtocol;
  address: string;
  user_agent: string;
  name: string | null;
  created_at: number;
  last_used_at: number | null;
};

/** The cursor of a page. */
export type SignedInPlace = { email: string; at: number; id: string };

type SignedInPage = {
  /** Null means any. */
  domainId: number | null;
  /** A prefix of an address. */
  search: string;
  after: SignedInPlace | null;
  now: number;
  limit: number;
};

/**
 * Ordered by address, for each person the latest first. Each step is a bounded index range: the people of the
 * page, then what gives each of them access.
 */
export async function readSignedIn(
  db: ReadDb,
  { domainId, search, after, now, limit }: SignedInPage,
): Promise<{ rows: SignedInRow[]; next: SignedInPlace | null }> {
  const { email, at, id } = after ?? { email: search, ...LATEST };
  const people = sql`
    mailboxes m where ${domainId === null ? sql`true` : sql`m.domain_id = ${domainId}`}
      and m.email >= ${email} and m.email < ${search + LAST_LETTER} order by m.email`;
  const found = await readRows<{ edge: string | null } & (SignedInRow | { id: null })>(
    db,
    sql`
    select edge.email as edge, page.* from (
      select (select m.email from ${people} offset ${PEOPLE_LOOKED_AT} limit 1) as email
    ) edge left join lateral (
      select p.id as person_id, p.email, p.name as person_name, p.provider, s.*
      from (
        select m.id, m.email, m.name, m.provider, m.active,
          case when m.email = ${email} then ${at}::bigint else ${LATEST.at}::bigint end as before_at,
          case when m.email = ${email} then ${id}::uuid else ${LATEST.id}::uuid end as before_id
        from ${people} limit ${PEOPLE_LOOKED_AT}
      ) p cross join lateral (${letIn(now, limit + 1)}) s
      where p.active
      order by p.email, s.created_at desc, s.id desc limit ${limit + 1}
    ) page on true`,
  );
  const rows = found.flatMap((row) => (row.id === null ? [] : [row]));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (last) {
    const next = { email: last.email, at: last.created_at, id: last.id };
    return { rows: rows.slice(0, limit), next };
  }
  const edge = found[0]?.edge ?? null;
  return { rows, next: edge === null ? null : { email: edge, ...LATEST } };
}

function letIn(now: number, limit: number): RawBuilder<unknown> {
  return sql`
    (select 'session' as kind, id, method, protocol, address, user_agent, null as name, created_at,
      greatest(last_used_at, created_at) as last_used_at
    from sessions
    where mailbox_id = p.id and (created_at, id) < (p.before_at, p.before_id)
      and expires_at > ${now} and coalesce(ends_at, expires_at) > ${now}
    order by created_at desc, id desc limit ${limit})
    union all
    (select 'app_password', id, 'app_password', 'smtp', coalesce(last_used_from, ''), '', name, created_at, last_used_at
    from app_passwords
    where mailbox_id = p.id and (created_at, id) < (p.before_at, p.before_id)
    order by created_at desc, id desc limit ${limit})`;
}
