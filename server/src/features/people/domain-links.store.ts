import { sql } from 'kysely';
import { isAllowedOutside, LATEST_END } from '../../drive/shares/link-rules.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type DomainLinkRow = {
  mailbox_id: number;
  id: string;
  maker: string;
  maker_name: string;
  names: string[];
  outside: number;
  permission: 'READ' | 'WRITE';
  created_at: number;
  expire_date: number | null;
  opens: number;
  opened_at: number | null;
};

export type LinkPage = { now: number; limit: number; after: { mailboxId: number; id: string } | null };

const NAMES_SHOWN = 5;

const NAMES = sql<string[]>`array(
  select e.name from drive_share_entries r
  join drive_entries e on e.mailbox_id = r.mailbox_id and e.id = r.entry_id
  where r.mailbox_id = s.mailbox_id and r.share_id = s.id
  order by e.sort_key, e.id limit ${sql.lit(NAMES_SHOWN)})`;

/**
 * Shares of a domain that are open to people outside: those with a password, because one without is for named
 * colleagues. Listed by creator: each person of the domain has an index range.
 */
export async function readDomainLinks(
  db: ReadDb,
  domainId: number,
  { now, limit, after }: LinkPage,
): Promise<DomainLinkRow[]> {
  const behind =
    after === null ? sql`true` : sql`(s.mailbox_id, s.id) > (${after.mailboxId}::bigint, ${after.id}::uuid)`;
  return readRows(
    db,
    sql<DomainLinkRow>`
    select s.mailbox_id, s.id, m.email as maker, m.name as maker_name, s.permission, s.created_at,
      least(s.expires_at, ${LATEST_END}) as expire_date, s.opens, s.opened_at,
      (select count(*) from drive_share_people p
        where p.mailbox_id = s.mailbox_id and p.share_id = s.id and p.with_mailbox_id is null) as outside,
      ${NAMES} as names
    from mailboxes m join drive_shares s on s.mailbox_id = m.id join domains d on d.id = m.domain_id
    where m.domain_id = ${domainId} and d.active and m.deleted_at is null and m.enable_drive and ${isAllowedOutside(now)}
      and s.state = 'active' and s.token_hash is not null and s.password_hash is not null
      and (s.expires_at is null or s.expires_at > ${now}) and ${behind}
    order by s.mailbox_id, s.id limit ${limit}`,
  );
}

export type FoundLink = { mailbox_id: number; maker: string; names: string[] };

/** Looks up each person's shares: rare, and no index contains the domain of a share. */
export async function findDomainLink(
  db: ReadDb,
  domainId: number,
  id: string,
): Promise<FoundLink | undefined> {
  const [found] = await readRows<FoundLink>(
    db,
    sql`
    select s.mailbox_id, m.email as maker, ${NAMES} as names
    from mailboxes m join drive_shares s on s.mailbox_id = m.id and s.id = ${id}
    where m.domain_id = ${domainId} and s.token_hash is not null and s.password_hash is not null`,
  );
  return found;
}
