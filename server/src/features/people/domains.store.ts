import type { DirectoryMode } from '@bocau/contract/directory.ts';
import { sql } from 'kysely';
import { DRIVE } from '../../kernel/drive.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type DomainRow = {
  id: number;
  name: string;
  verified: boolean;
  active: boolean;
  suspended_at: number | null;
  suspended_reason: string | null;
  people: number;
  given: number;
  storage: number | null;
  seats: number | null;
  seated: number;
  sent: number;
  created_at: number;
};

const OF_DOMAIN = sql`
  d.id, d.name, d.verified, d.active, d.suspended_at, d.suspended_reason, d.storage_mb as storage, d.seats, d.created_at, its.people,
  its.seated, its.given,
  (select coalesce(sum(b.messages), 0) from sent_by_domain b where b.domain_id = d.id) as sent`;

const COUNTED = sql`
  cross join lateral (
    select count(*) as people, count(*) filter (where m.deleted_at is null) as seated, coalesce(sum(m.quota_mb), 0)::bigint as given from mailboxes m where m.domain_id = d.id
  ) its`;

/** The same, with the storage used by mail and files. */
const COUNTED_WITH_USE = sql`
  cross join lateral (
    select count(*) as people, count(*) filter (where m.deleted_at is null) as seated,
      coalesce(sum(m.quota_mb), 0)::bigint as given,
      coalesce(sum(s.used_bytes), 0)::bigint as used, coalesce(sum(v.used_bytes), 0)::bigint as used_drive
    from mailboxes m
    left join mailbox_state s on s.mailbox_id = m.id left join drive_state v on v.mailbox_id = m.id
    where m.domain_id = d.id
  ) its`;

export type ListedDomain = DomainRow & { used: number; used_drive: number };

export type DomainPage = { domainId: number | null; search: string; after: string; limit: number };

/** By name, which has an index; people are counted once, and only for the page. */
export async function readDomains(db: ReadDb, page: DomainPage): Promise<ListedDomain[]> {
  const { domainId, search, after, limit } = page;
  return readRows<ListedDomain>(
    db,
    sql`
    select ${OF_DOMAIN}, its.used, its.used_drive from (
      select * from domains
      where name > ${after} and starts_with(name, ${search})
        ${domainId === null ? sql`` : sql`and id = ${domainId}`}
      order by name limit ${limit}
    ) d ${COUNTED_WITH_USE} order by d.name`,
  );
}

export async function readDomain(
  db: ReadDb,
  name: string,
  domainId: number | null,
): Promise<DomainRow | undefined> {
  const [row] = await readRows<DomainRow>(
    db,
    sql`
    select ${OF_DOMAIN} from domains d ${COUNTED}
    where d.name = ${name} ${domainId === null ? sql`` : sql`and d.id = ${domainId}`}`,
  );
  return row;
}

export type DomainUse = {
  owners: string[];
  used: number;
  used_drive: number;
  require_two_step: boolean;
  sms_codes: boolean;
  catch_all: string | null;
  outside_links: boolean;
  outside_link_days: number | null;
  directory: DirectoryMode;
  tax_code: string | null;
  merges_per_day: number | null;
};

/**
 * Sums over a row of each person in one scan: for 10,000 people it took 50 ms on a busy machine, and 320 with
 * a look-up per row. A stored sum would be one row that every delivery in the domain contends for.
 */
export async function readUse(db: ReadDb, domainId: number): Promise<DomainUse> {
  const [row] = await readRows<DomainUse>(
    db,
    sql`
    select d.require_two_step, d.sms_codes, d.outside_links, d.outside_link_days, d.directory, d.tax_code,
      d.merges_per_day,
      (select c.email from mailboxes c where c.id = d.catch_all_mailbox_id and c.deleted_at is null) as catch_all,
      array(select o.email from mailboxes o
        where o.domain_id = d.id and o.kind = 'owner' and o.deleted_at is null order by o.email) as owners,
      u.used, u.used_drive
    from domains d cross join (
      select coalesce(sum(s.used_bytes), 0)::bigint as used, coalesce(sum(v.used_bytes), 0)::bigint as used_drive
      from mailboxes m
      left join mailbox_state s on s.mailbox_id = m.id left join drive_state v on v.mailbox_id = m.id
      where m.domain_id = ${domainId}
    ) u
    where d.id = ${domainId}`,
  );
  return row as DomainUse;
}

export async function readCatchAll(db: ReadDb, domainId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('domains')
    .innerJoin('mailboxes', 'mailboxes.id', 'domains.catch_all_mailbox_id')
    .select('email')
    .where('domains.id', '=', domainId)
    .executeTakeFirst();
  return row?.email;
}

export async function writeCatchAll(tx: Tx, domainId: number, mailboxId: number | null): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ catch_all_mailbox_id: mailboxId })
    .where('id', '=', domainId)
    .execute();
}

/** The limit of ids per notification. */
const IDS_NOTIFIED = 400;

/**
 * Guests' sessions and downloads over links of its people are checked again, and open clients reload the
 * rules.
 */
export async function notifyDrivesOf(tx: Tx, domainId: number): Promise<void> {
  await sql`
    select count(pg_notify(${DRIVE.journal.channel}, part.ids)) from (
      select string_agg(m.id::text, ',') as ids
      from (select id, row_number() over (order by id) / ${IDS_NOTIFIED}::bigint as part
        from mailboxes where domain_id = ${domainId}) m
      group by m.part
    ) part`.execute(tx);
}

export async function readStorageLimit(db: ReadDb, domainId: number): Promise<number | null> {
  const { storage_mb } = await db
    .selectFrom('domains')
    .select('storage_mb')
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow();
  return storage_mb;
}

export async function writeStorageLimit(tx: Tx, domainId: number, storage_mb: number | null): Promise<void> {
  await tx.updateTable('domains').set({ storage_mb }).where('id', '=', domainId).execute();
}

export async function readSeats(db: ReadDb, domainId: number): Promise<number | null> {
  const { seats } = await db
    .selectFrom('domains')
    .select('seats')
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow();
  return seats;
}

export async function writeSeats(tx: Tx, domainId: number, seats: number | null): Promise<void> {
  await tx.updateTable('domains').set({ seats }).where('id', '=', domainId).execute();
}

export async function readVerified(db: ReadDb, domainId: number): Promise<boolean> {
  const { verified } = await db
    .selectFrom('domains')
    .select('verified')
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow();
  return verified;
}

export async function writeVerified(tx: Tx, domainId: number, verified: boolean): Promise<void> {
  await tx.updateTable('domains').set({ verified }).where('id', '=', domainId).execute();
}

/** The settings for all people of a domain. */
export type Switches = { require_two_step: boolean; sms_codes: boolean };

export async function readSwitches(db: ReadDb, domainId: number): Promise<Switches> {
  return db
    .selectFrom('domains')
    .select(['require_two_step', 'sms_codes'])
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow();
}

export async function writeSwitches(tx: Tx, domainId: number, switches: Partial<Switches>): Promise<void> {
  await tx.updateTable('domains').set(switches).where('id', '=', domainId).execute();
}

export async function findPersonOf(
  db: ReadDb,
  domainId: number,
  email: string,
): Promise<{ id: number; email: string; deleted_at: number | null } | undefined> {
  return db
    .selectFrom('mailboxes')
    .select(['id', 'email', 'deleted_at'])
    .where('domain_id', '=', domainId)
    .where('email', '=', email)
    .executeTakeFirst();
}

export async function readDirectoryMode(db: ReadDb, domainId: number): Promise<DirectoryMode> {
  const { directory } = await db
    .selectFrom('domains')
    .select('directory')
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow();
  return directory;
}

export async function writeDirectoryMode(tx: Tx, domainId: number, directory: DirectoryMode): Promise<void> {
  await tx.updateTable('domains').set({ directory }).where('id', '=', domainId).execute();
}

export async function readTaxCode(db: ReadDb, domainId: number): Promise<string | null> {
  const { tax_code } = await db
    .selectFrom('domains')
    .select('tax_code')
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow();
  return tax_code;
}

export async function writeTaxCode(tx: Tx, domainId: number, taxCode: string | null): Promise<void> {
  await tx.updateTable('domains').set({ tax_code: taxCode }).where('id', '=', domainId).execute();
}

export async function readMergesPerDay(db: ReadDb, domainId: number): Promise<number | null> {
  const { merges_per_day } = await db
    .selectFrom('domains')
    .select('merges_per_day')
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow();
  return merges_per_day;
}

export async function writeMergesPerDay(tx: Tx, domainId: number, most: number | null): Promise<void> {
  await tx.updateTable('domains').set({ merges_per_day: most }).where('id', '=', domainId).execute();
}

export type LinkRuleColumns = { outside_links?: boolean; outside_link_days?: number | null };

export async function readLinkRuleColumns(db: ReadDb, domainId: number): Promise<Required<LinkRuleColumns>> {
  return db
    .selectFrom('domains')
    .select(['outside_links', 'outside_link_days'])
    .where('id', '=', domainId)
    .executeTakeFirstOrThrow();
}

export async function writeLinkRules(tx: Tx, domainId: number, rules: LinkRuleColumns): Promise<void> {
  await tx.updateTable('domains').set(rules).where('id', '=', domainId).execute();
}
