import type { AdminAudit } from '@bocau/contract/admin-oversight.ts';
import { REVIEWED_DOMAINS } from '@bocau/contract/admin-review.ts';
import type { CalendarMember } from '@bocau/contract/calendar-shares.ts';
import type { RuleDefinition } from '@bocau/contract/rule-definitions.ts';
import { type RawBuilder, sql } from 'kysely';
import { isAllowedOutside } from '../../kernel/link-rules.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { EventRow } from './security.store.ts';

const HOUR = 3600;
const NAMES_SHOWN = 5;

/** The cursor of a page: rows of one second are ordered by their keys. */
export type ReviewPlace = { at: number; key: string };

type ReviewPage = {
  since: number;
  now: number;
  after: ReviewPlace | null;
  limit: number;
  /** Earlier shares have lower ids. */
  firstShareId: string;
};

type Sent = { first_at: number; messages: number };
type SentTo = { recipients: number; domain_count: number; domains: { domain: string; recipients: number }[] };
type Share = {
  id: string;
  permission: 'READ' | 'WRITE';
  outside: boolean;
  open: boolean;
  people: number;
  names: string[];
};

type Calendar = {
  id: string | null;
  of: 'link' | 'people' | 'company' | 'followed';
  name: string | null;
  host: string | null;
  permission: CalendarMember['permission'];
  people: number;
  open: boolean;
  ended: boolean;
};

type Act = Pick<AdminAudit, 'act' | 'actor' | 'by' | 'before' | 'after'>;

export type ReviewRow = { at: number; key: string } & (
  | { kind: 'activity'; detail: Omit<EventRow, 'at'> }
  | { kind: 'rule'; detail: { is_enable: boolean; definition: RuleDefinition } }
  | { kind: 'sent'; detail: Sent & SentTo }
  | { kind: 'share'; detail: Share }
  | { kind: 'calendar'; detail: Calendar }
  | { kind: 'act'; detail: Act }
);

/**
 * The acts in a mailbox, newest first, from the tables that hold them anyway: at most a page of each, by an index of its mailbox.
 * Rules and hours with sent mail are few; the recipients are read only for the hours of the page.
 */
export async function readReview(
  db: ReadDb,
  mailboxId: number,
  { since, now, after, limit, firstShareId }: ReviewPage,
): Promise<ReviewRow[]> {
  const until = after?.at ?? now;
  /** The rows of one table that are on the page. */
  const part = (kind: ReviewRow['kind'], rows: RawBuilder<unknown>) => sql`(
    select at, ${`${kind}:`}::text || id as key, ${kind}::text as kind, detail from (${rows}) rows
    where ${after === null ? sql`true` : sql`(at, (${`${kind}:`}::text || id) collate "C") < (${after.at}::bigint, ${after.key}::text collate "C")`}
    order by at desc, (${`${kind}:`}::text || id) collate "C" desc limit ${limit})`;
  return readRows<ReviewRow>(
    db,
    sql`
    select at, key, kind, case when kind = 'sent' then detail::jsonb || ${sentTo(mailboxId)} else detail::jsonb end as detail
    from (
      ${part(
        'activity',
        sql`
        select at, id::text, json_build_object('id', id, 'kind', kind, 'method', method, 'outcome', outcome,
          'protocol', protocol, 'address', address, 'user_agent', user_agent, 'about', about, 'first_at', first_at,
          'times', times) as detail
        from security_events where mailbox_id = ${mailboxId} and at between ${since} and ${until}`,
      )}
      union all ${part(
        'rule',
        sql`
        select changed_at as at, id::text, json_build_object('is_enable', is_enable, 'definition', definition) as detail
        from rules where mailbox_id = ${mailboxId} and changed_at between ${since} and ${until}`,
      )}
      union all ${part(
        'sent',
        sql`
        select max(counted_at) as at, (counted_at / ${sql.lit(HOUR)})::text as id,
          json_build_object('first_at', min(counted_at), 'messages', count(*)) as detail
        from outbox o
        where o.mailbox_id = ${mailboxId} and counted_at >= ${since}
          and counted_at < (${until}::bigint / ${sql.lit(HOUR)} + 1) * ${sql.lit(HOUR)} and ${LEFT}
        group by counted_at / ${sql.lit(HOUR)}`,
      )}
      union all ${part('share', sharesOf(mailboxId, { since, until, now, firstShareId }))}
      union all ${part('calendar', calendarsOf(mailboxId, { since, until, now }))}
      union all ${part(
        'act',
        sql`
        select at, id::text,
          json_build_object('act', act, 'actor', actor, 'before', before, 'after', after,
            'by', case when token_id is not null then 'token' when actor_mailbox_id is not null then 'person'
              else 'command_line' end) as detail
        from audit_log
        where person_mailbox_id = ${mailboxId} and at between ${since} and ${until} and act <> 'activity_reviewed'`,
      )}
    ) found
    order by at desc, key collate "C" desc limit ${limit}`,
  );
}

/** Messages sent by the user, without automatic replies and forwards. */
const LEFT = sql`o.kind in ('send', 'schedule', 'period') and o.state not in ('held', 'cancelled')`;

/** The recipient domains in the row's hour. */
function sentTo(mailboxId: number): RawBuilder<unknown> {
  return sql`(
    select jsonb_build_object('recipients', coalesce(sum(recipients), 0), 'domain_count', count(*), 'domains',
      coalesce((array_agg(jsonb_build_object('domain', domain, 'recipients', recipients)
        order by recipients desc, domain))[1:${sql.lit(REVIEWED_DOMAINS)}], '{}'))
    from (
      select split_part(r.address, '@', -1) as domain, count(*) as recipients
      from outbox o join outbox_recipients r on r.mailbox_id = o.mailbox_id and r.outbox_id = o.id
      where o.mailbox_id = ${mailboxId} and o.counted_at between (found.detail->>'first_at')::bigint and found.at and ${LEFT}
      group by 1
    ) domains)`;
}

type ShareRange = { since: number; until: number; now: number; firstShareId: string };

/** A share with a password is open to people outside; one without is for named colleagues. */
function sharesOf(mailboxId: number, { since, until, now, firstShareId }: ShareRange): RawBuilder<unknown> {
  return sql`
    select s.created_at as at, s.id::text, json_build_object('id', s.id, 'permission', s.permission,
      'outside', s.password_hash is not null,
      'open', s.state = 'active' and s.password_hash is not null and s.token_hash is not null
        and (s.expires_at is null or s.expires_at > ${now}) and ${isAllowedOutside(now)},
      'people', (select count(*) from drive_share_people p where p.mailbox_id = s.mailbox_id and p.share_id = s.id),
      'names', case when s.password_hash is null then '{}' else array(
        select e.name from drive_share_entries r join drive_entries e on e.mailbox_id = r.mailbox_id and e.id = r.entry_id
        where r.mailbox_id = s.mailbox_id and r.share_id = s.id
        order by e.sort_key, e.id limit ${sql.lit(NAMES_SHOWN)}) end) as detail
    from drive_shares s join mailboxes m on m.id = s.mailbox_id join domains d on d.id = m.domain_id
    where s.mailbox_id = ${mailboxId} and s.id >= ${firstShareId} and s.created_at between ${since} and ${until}
      and s.state <> 'pending'`;
}

const LINK_MADE = sql<number>`l.created_at`;

/** Those who came at the same time with the same right are one entry; none of them is named. */
function calendarsOf(
  mailboxId: number,
  { since, until, now }: Omit<ShareRange, 'firstShareId'>,
): RawBuilder<unknown> {
  return sql`
    select at, of || ':' || id as id, json_build_object('id', case when of = 'link' then id end, 'of', of, 'name', name,
      'host', host, 'permission', permission, 'people', people, 'open', open, 'ended', ended) as detail
    from (
      select l.created_at as at, l.id::text as id, 'link' as of, c.name, null::text as host, l.permission, 0::bigint as people,
        c.id is not null and l.ended_at is null and (l.expires_at is null or l.expires_at > ${now})
          and ${isAllowedOutside(now, LINK_MADE)} as open,
        l.ended_at is not null as ended
      from calendar_links l
      join mailboxes m on m.id = l.mailbox_id join domains d on d.id = m.domain_id
      left join calendars c on c.mailbox_id = l.mailbox_id and c.id = l.calendar_id
      where l.mailbox_id = ${mailboxId} and l.created_at between ${since} and ${until}
      union all
      select created_at, calendar_id || ':' || created_at || ':' || permission, 'people', null, null, permission, count(*),
        false, false
      from calendar_members where mailbox_id = ${mailboxId} and created_at between ${since} and ${until}
      group by calendar_id, created_at, permission
      union all
      select o.created_at, o.calendar_id::text, 'company', c.name, null, 'READ', 0, false, false
      from calendars_of_domains o join calendars c on c.mailbox_id = o.mailbox_id and c.id = o.calendar_id
      where o.mailbox_id = ${mailboxId} and o.created_at between ${since} and ${until}
      union all
      select created_at, calendar_id::text, 'followed', null, host, 'READ', 0, false, removed_at is not null
      from calendar_subscriptions where mailbox_id = ${mailboxId} and created_at between ${since} and ${until}
    ) calendars`;
}

/** Whether the same administrator viewed it since then: a review has many pages, but is one act. */
export async function hasReviewed(
  db: ReadDb,
  mailboxId: number,
  { actor, since }: { actor: string; since: number },
): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from audit_log
    where person_mailbox_id = ${mailboxId} and act = 'activity_reviewed' and actor = ${actor} and at > ${since} limit 1`,
  );
  return rows.length > 0;
}
