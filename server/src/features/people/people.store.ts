import type { DomainStorage, PeopleOrder } from '@bocau/contract/people.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type PersonRow = {
  id: number;
  email: string;
  name: string;
  kind: 'owner' | 'member';
  aliases: string[];
  active: boolean;
  sending_suspended_at: number | null;
  receiving_suspended_at: number | null;
  deleted_at: number | null;
  purge_at: number | null;
  enable_smtp: boolean;
  enable_recall: boolean;
  enable_drive: boolean;
  hidden: boolean;
  title: string;
  department: string;
  phone: string;
  manager: string | null;
  quota_mb: number;
  drive_quota_mb: number;
  used_bytes: number;
  sent: number;
  two_step: boolean;
  last_sign_in_at: number | null;
  created_at: number;
};

export type PeoplePage = {
  order: PeopleOrder;
  /** Folded word prefixes; empty lists everyone. */
  words: string[];
  /** As typed, to find the person behind an alias. */
  alias: string;
  after: string | number | null;
  limit: number;
};

const OF_PERSON = sql`
  p.id, p.email, p.name, p.kind, p.active, p.enable_smtp, p.enable_recall, p.enable_drive, p.quota_mb, p.drive_quota_mb,
  p.created_at, p.hidden, coalesce(e.title, '') as title, coalesce(e.department, '') as department,
  coalesce(e.phone, '') as phone, g.email as manager,
  p.sending_suspended_at, p.receiving_suspended_at, p.deleted_at, p.purge_at,
  array(select a.address from addresses a where a.mailbox_id = p.id and a.address <> p.email
    order by a.address) as aliases,
  (select s.used_bytes from mailbox_state s where s.mailbox_id = p.id) as used_bytes,
  (select coalesce(sum(b.messages), 0) from sent_by_mailbox b where b.mailbox_id = p.id) as sent,
  exists (select from second_steps t where t.mailbox_id = p.id and t.since is not null) as two_step,
  (select max(e.at) from security_events e where e.mailbox_id = p.id and e.outcome = 'ok') as last_sign_in_at`;

/** What the directory says of them. */
const ENTRY = sql`
  left join directory_entries e on e.mailbox_id = p.id left join mailboxes g on g.id = e.manager_mailbox_id`;

/** Limits to the administered domain; null means any. */
function isOf(mailboxes: 'c' | 'f' | 'p', domainId: number | null): RawBuilder<unknown> {
  return domainId === null ? sql`true` : sql`${sql.ref(`${mailboxes}.domain_id`)} = ${domainId}`;
}

/** Details of a person are read only for the page. */
export async function readPeople(
  db: ReadDb,
  domainId: number | null,
  page: PeoplePage,
): Promise<PersonRow[]> {
  const { order, after, limit, words } = page;
  const key = sql.ref(order === 'email' ? 'email' : 'id');
  const direction = order === 'email' ? sql`asc` : sql`desc`;
  const behind =
    after === null ? sql`` : order === 'email' ? sql`and c.email > ${after}` : sql`and c.id < ${after}`;
  const candidates =
    words.length === 0
      ? sql`mailboxes c where ${isOf('c', domainId)}`
      : sql`(${found(domainId, page)}) c where true`;
  return readRows<PersonRow>(
    db,
    sql`
    select ${OF_PERSON} from (
      select c.id as page_id from ${candidates} ${behind} order by c.${key} ${direction} limit ${limit}
    ) page join mailboxes p on p.id = page.page_id ${ENTRY}
    order by p.${key} ${direction}`,
  );
}

/**
 * Uses the word index, whose entries begin with the domain, and exact aliases. Not joined before the page is
 * cut: a word may be in every address of the domain.
 */
function found(domainId: number | null, { words, alias }: PeoplePage): RawBuilder<unknown> {
  const pattern = words.map((word) => `'~.${word}':*`).join(' & ');
  return sql`
    select f.id, f.email from mailboxes f
    where member_words(${domainId === null ? sql`0::bigint` : sql`f.domain_id`}, f.name, f.email)
      @@ replace(${pattern}, '~', ${String(domainId ?? 0)})::tsquery
    union
    select f.id, f.email from addresses a join mailboxes f on f.id = a.mailbox_id
    where a.address = ${alias} and ${isOf('f', domainId)}`;
}

export type PersonDetails = {
  drive_used_bytes: number;
  provider: boolean;
  domain_suspended: boolean;
  held: boolean;
};

export async function readDetails(db: ReadDb, mailboxId: number): Promise<PersonDetails> {
  const [row] = await readRows<PersonDetails>(
    db,
    sql`
    select coalesce(s.used_bytes, 0) as drive_used_bytes, m.provider, not d.active as domain_suspended,
      exists (select from held_senders h where h.mailbox_id = ${mailboxId}) as held
    from mailboxes m join domains d on d.id = m.domain_id left join drive_state s on s.mailbox_id = m.id
    where m.id = ${mailboxId}`,
  );
  return row as PersonDetails;
}

/** Messages released by the end of their suspension; none when another hold applies. */
export async function readHeldMessages(db: ReadDb, mailboxId: number, now: number): Promise<number> {
  const [row] = await readRows<{ held: number }>(
    db,
    sql`
    select (select count(*) from (
      select o.id from outbox o where o.mailbox_id = ${mailboxId} and o.state = 'held' and o.due_at <= ${now}
      union
      select r.outbox_id from outbox_recipients r
      where r.mailbox_id = ${mailboxId} and r.queued_at is not null and r.state = 'held'
        and r.held_at >= m.sending_suspended_at and r.kept is not true
    ) leaving) as held
    from mailboxes m join domains d on d.id = m.domain_id
    where m.id = ${mailboxId} and m.sending_suspended_at is not null and m.deleted_at is null and d.active
      and not exists (select from held_senders h where h.mailbox_id = ${mailboxId})`,
  );
  return row?.held ?? 0;
}

/** What leaves at a moment that the person chose, if it is not cancelled: scheduled, or each time anew. */
export async function countPlanned(db: ReadDb, mailboxId: number): Promise<number> {
  const [row] = await readRows<{ planned: number }>(
    db,
    sql`
    select (select count(*) from outbox where mailbox_id = ${mailboxId} and state = 'held' and kind = 'schedule')
      + (select count(*) from periodic_sends where mailbox_id = ${mailboxId}) as planned`,
  );
  return row?.planned ?? 0;
}

export async function readPerson(
  db: ReadDb,
  domainId: number | null,
  mailboxId: number,
): Promise<PersonRow | undefined> {
  const rows = await readRows<PersonRow>(
    db,
    sql`
    select ${OF_PERSON} from mailboxes p ${ENTRY} where p.id = ${mailboxId} and ${isOf('p', domainId)}`,
  );
  return rows[0];
}

/**
 * In MB: the assigned quotas of a domain, including suspended people, and their limit. Summed only when there
 * is a limit.
 */
export async function readStorage(db: ReadDb, domainId: number): Promise<DomainStorage> {
  const [row] = await readRows<NonNullable<DomainStorage>>(
    db,
    sql`
    select d.storage_mb as total,
      (select coalesce(sum(m.quota_mb), 0)::bigint from mailboxes m where m.domain_id = d.id) as given
    from domains d where d.id = ${domainId} and d.storage_mb is not null`,
  );
  return row ?? null;
}
