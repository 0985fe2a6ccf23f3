import type { MailAddress } from '@bocau/contract/fields.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/**
 * Best first: a correspondence loses half its weight in a quarter of a year; compared as logarithms, which
 * cannot overflow. The coarse rank is the index's, and never contradicts the fine rank after it.
 */
const BEST_FIRST = sql`
  c.rank desc,
  ln((10 * c.sent_count + least(c.received_count, 50))::float8 + 0.1) + c.last_at * ln(2::float8) / ${sql.lit(90 * 86_400)} desc,
  c.sent_count desc, c.last_at desc, c.email`;
/**
 * How many of the best are checked, and then of those whose words match: a mailbox may know tens of
 * thousands.
 */
const LOOKED_AT = 100;

/** Among the best correspondents, those whose compared form matches all of the patterns, best first. */
export async function readBestCorrespondents(
  db: ReadDb,
  mailboxId: number,
  patterns: string[],
  limit: number,
): Promise<MailAddress[]> {
  return readRows(
    db,
    sql<MailAddress>`
    select c.email, c.name from (
      select * from correspondents c where c.mailbox_id = ${mailboxId} and not c.replaced
      order by ${BEST_FIRST} limit ${sql.lit(LOOKED_AT)}
    ) c
    ${patterns.length === 0 ? sql`` : sql`where c.folded like all(${patterns}::text[])`}
    order by ${BEST_FIRST} limit ${limit}`,
  );
}

/** Correspondents with a word that begins with each of these; best first among those checked. */
export async function readCorrespondentsByWords(
  db: ReadDb,
  mailboxId: number,
  words: string[],
  limit: number,
): Promise<MailAddress[]> {
  const query = words.map((word) => `'${mailboxId}.${word}':*`).join(' & ');
  return readRows(
    db,
    sql<MailAddress>`
    select c.email, c.name from (
      select * from correspondents c
      where correspondent_words(c.mailbox_id, c.folded) @@ ${query}::tsquery
        and c.mailbox_id = ${mailboxId} and not c.replaced limit ${sql.lit(LOOKED_AT)}
    ) c
    order by ${BEST_FIRST} limit ${limit}`,
  );
}

/** How many matches are sorted: in a large domain, thousands share a common name. */
const MEMBERS_IN_ORDER = 200;

/** The domain of a mailbox, and a query for words there that begin with each of these. */
function domainSearch(mailboxId: number, words: string[]) {
  const domain = sql`(select own.domain_id from mailboxes own where own.id = ${mailboxId})`;
  const pattern = words.map((word) => `'~.${word}':*`).join(' & ');
  return { domain, query: sql`replace(${pattern}, '~', ${domain}::text)::tsquery` };
}

/** Other mailboxes of the same domain whose name and address have a word that begins with each of these. */
export async function readSameDomain(
  db: ReadDb,
  mailboxId: number,
  words: string[],
  limit: number,
): Promise<MailAddress[]> {
  const { domain, query } = domainSearch(mailboxId, words);
  const members =
    words.length === 0
      ? sql`select m.email, m.name from mailboxes m
          where m.domain_id = ${domain} and m.deleted_at is null and not m.hidden and m.id <> ${mailboxId}`
      : sql`select m.email, m.name from mailboxes m
          where member_words(m.domain_id, m.name, m.email) @@ ${query}
            and m.deleted_at is null and not m.hidden and m.id <> ${mailboxId} limit ${sql.lit(MEMBERS_IN_ORDER)}`;
  const rows = await readRows(
    db,
    sql<MailAddress>`select p.email, p.name from (${members}) p order by p.email limit ${limit}`,
  );
  return rows;
}

/** Groups of the same domain, found as its people are. */
export async function readGroupsLike(
  db: ReadDb,
  mailboxId: number,
  words: string[],
  limit: number,
): Promise<MailAddress[]> {
  const { domain, query } = domainSearch(mailboxId, words);
  const groups =
    words.length === 0
      ? sql`select g.address, g.name from groups g where g.domain_id = ${domain}`
      : sql`select g.address, g.name from groups g
          where member_words(g.domain_id, g.name, g.address) @@ ${query}
          limit ${sql.lit(MEMBERS_IN_ORDER)}`;
  return readRows(
    db,
    sql<MailAddress>`select p.address as email, p.name from (${groups}) p order by p.address limit ${limit}`,
  );
}

/** `signature` is the default for mail from this address; null follows the settings. */
export type SenderRow = MailAddress & { default: boolean; signature: string | null };

/** The addresses a mailbox may send as, the default first: its own, unless another one was chosen. */
export async function readSenders(db: ReadDb, mailboxId: number): Promise<SenderRow[]> {
  const rows = await readRows(
    db,
    sql<SenderRow>`
    select a.address as email, coalesce(a.sender_name, m.name) as name, a.signature,
      a.default_sender or (a.address = m.email and not exists (
        select from addresses d where d.mailbox_id = m.id and d.default_sender)) as default
    from addresses a join mailboxes m on m.id = a.mailbox_id
    where m.id = ${mailboxId}
    order by "default" desc, (a.address = m.email) desc, a.address`,
  );
  return rows;
}

/** All addresses of some mailboxes. */
export function readAddressesOf(
  db: ReadDb,
  mailboxIds: number[],
): Promise<{ mailbox_id: number; address: string }[]> {
  return readRows(
    db,
    sql<{ mailbox_id: number; address: string }>`
    select mailbox_id, address from addresses where mailbox_id = any(${mailboxIds}::bigint[])`,
  );
}

export type CorrespondentCount = {
  email: string;
  name: string;
  folded: string;
  sent: number;
  received: number;
  last_at: number;
};

/** Adds to the counts of correspondents: a step of one statement (CTE). */
export function countsStep(mailboxId: number, rows: CorrespondentCount[]): RawBuilder<unknown> {
  return sql`counted as (
    insert into correspondents as c (mailbox_id, email, name, folded, sent_count, received_count, last_at)
    select ${mailboxId}, email, name, folded, sent, received, last_at
    from json_to_recordset(${JSON.stringify(rows)})
      as r(email text, name text, folded text, sent integer, received integer, last_at bigint)
    on conflict (mailbox_id, email) do update set
      name = case when excluded.name <> '' and excluded.last_at >= c.last_at then excluded.name else c.name end,
      folded = case when excluded.name <> '' and excluded.last_at >= c.last_at then excluded.folded else c.folded end,
      sent_count = c.sent_count + excluded.sent_count,
      received_count = c.received_count + excluded.received_count,
      last_at = greatest(c.last_at, excluded.last_at),
      -- Whoever writes to a replaced address again means it.
      replaced = c.replaced and excluded.sent_count = 0)`;
}

export async function addCounts(tx: Tx, mailboxId: number, rows: CorrespondentCount[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`with ${countsStep(mailboxId, rows)} select`.execute(tx);
}
