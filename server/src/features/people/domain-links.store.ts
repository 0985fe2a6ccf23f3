import { type RawBuilder, sql } from 'kysely';
import { isAllowedOutside, latestEnd } from '../../kernel/link-rules.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type DomainLinkRow = {
  mailbox_id: number;
  id: string;
  maker: string;
  maker_name: string;
  names: string[];
  of: 'files' | 'calendar';
  outside: number | null;
  permission: 'BUSY' | 'READ' | 'WRITE';
  created_at: number;
  expire_date: number | null;
  opens: number | null;
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
 * Links of a domain that are open to people outside: shares with a password, because one without is for named
 * colleagues, and those of calendars. Listed by creator: each person of the domain has an index range.
 */
export async function readDomainLinks(
  db: ReadDb,
  domainId: number,
  page: LinkPage,
): Promise<DomainLinkRow[]> {
  return readRows(
    db,
    sql<DomainLinkRow>`
    select * from ((${sharesOf(domainId, page)}) union all (${calendarLinksOf(domainId, page)})) links
    order by mailbox_id, id limit ${page.limit}`,
  );
}

function behind({ after }: LinkPage): RawBuilder<boolean> {
  return after === null
    ? sql`true`
    : sql`(s.mailbox_id, s.id) > (${after.mailboxId}::bigint, ${after.id}::uuid)`;
}

function sharesOf(domainId: number, page: LinkPage): RawBuilder<unknown> {
  const { now, limit } = page;
  return sql`
    select s.mailbox_id, s.id, 'files' as of, m.email as maker, m.name as maker_name, s.permission, s.created_at,
      least(s.expires_at, ${latestEnd()}) as expire_date, s.opens, s.opened_at,
      (select count(*) from drive_share_people p
        where p.mailbox_id = s.mailbox_id and p.share_id = s.id and p.with_mailbox_id is null) as outside,
      ${NAMES} as names
    from mailboxes m join drive_shares s on s.mailbox_id = m.id join domains d on d.id = m.domain_id
    where m.domain_id = ${domainId} and d.active and m.deleted_at is null and m.enable_drive and ${isAllowedOutside(now)}
      and s.state = 'active' and s.token_hash is not null and s.password_hash is not null
      and (s.expires_at is null or s.expires_at > ${now}) and ${behind(page)}
    order by s.mailbox_id, s.id limit ${limit}`;
}

const LINK_MADE = sql<number>`s.created_at`;

function calendarLinksOf(domainId: number, page: LinkPage): RawBuilder<unknown> {
  const { now, limit } = page;
  return sql`
    select s.mailbox_id, s.id, 'calendar', m.email, m.name, s.permission, s.created_at,
      least(s.expires_at, ${latestEnd(LINK_MADE)}), null::integer, s.opened_at, null::bigint, array[c.name]
    from mailboxes m join calendar_links s on s.mailbox_id = m.id join domains d on d.id = m.domain_id
    join calendars c on c.mailbox_id = s.mailbox_id and c.id = s.calendar_id
    where m.domain_id = ${domainId} and d.active and m.deleted_at is null and ${isAllowedOutside(now, LINK_MADE)}
      and s.ended_at is null and (s.expires_at is null or s.expires_at > ${now}) and ${behind(page)}
    order by s.mailbox_id, s.id limit ${limit}`;
}

export type FoundLink = { mailbox_id: number; of: DomainLinkRow['of']; maker: string; names: string[] };

/** Looks up each person's links: rare, and no index contains the domain of one. */
export async function findDomainLink(
  db: ReadDb,
  domainId: number,
  id: string,
): Promise<FoundLink | undefined> {
  const [found] = await readRows<FoundLink>(
    db,
    sql`
    select s.mailbox_id, 'files' as of, m.email as maker, ${NAMES} as names
    from mailboxes m join drive_shares s on s.mailbox_id = m.id and s.id = ${id}
    where m.domain_id = ${domainId} and s.token_hash is not null and s.password_hash is not null
    union all
    select s.mailbox_id, 'calendar', m.email, array[c.name]
    from mailboxes m join calendar_links s on s.mailbox_id = m.id and s.id = ${id}
    join calendars c on c.mailbox_id = s.mailbox_id and c.id = s.calendar_id
    where m.domain_id = ${domainId}`,
  );
  return found;
}
