import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ListCard, MessageHeaders, ReadDb, Tx } from '../../tables.ts';
import type { ListRow } from '../mailbox/list-cards.ts';
import type { KeptCard } from '../mailbox/recount.store.ts';
import { DERIVED, DERIVED_VERSIONS, type Derived } from './derived-versions.ts';

/** A position in the order from the newest message to the oldest. */
export type Reached = { at: number; id: string };
export type Walk = { version: number; reached: Reached | null; finished: boolean };

/** The version of data from releases without the table of versions, including ones still running. */
const UNRECORDED: Walk = { version: 1, reached: null, finished: true };

export async function readWalk(db: ReadDb, mailboxId: number, what: Derived): Promise<Walk> {
  const row = await db
    .selectFrom('derived_versions')
    .select(['version', 'reached_at', 'reached_id', 'finished'])
    .where('mailbox_id', '=', mailboxId)
    .where('what', '=', what)
    .executeTakeFirst();
  if (!row) return UNRECORDED;
  const { version, reached_at: at, reached_id: id, finished } = row;
  return { version, finished, reached: at === null || id === null ? null : { at, id } };
}

/** What list rows show; each depends on the previous ones, and cards come last. */
const SHOWN: readonly Derived[] = ['sources', 'attachments', 'snippets', 'cards'];

/** Whether the list rows of the mailbox are outdated or being rebuilt. */
export async function waitsForRebuild(db: ReadDb, mailboxId: number): Promise<boolean> {
  for (const what of SHOWN) {
    const { version, finished } = await readWalk(db, mailboxId, what);
    if (version < DERIVED_VERSIONS[what] || !finished) return true;
  }
  return false;
}

export async function writeWalk(tx: Tx, mailboxId: number, what: Derived, walk: Walk): Promise<void> {
  const { version, finished, reached } = walk;
  const row = { version, finished, reached_at: reached?.at ?? null, reached_id: reached?.id ?? null };
  await tx
    .insertInto('derived_versions')
    .values({ mailbox_id: mailboxId, what, ...row })
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'what']).doUpdateSet(row))
    .execute();
}

/** Mailboxes without mail start at the current version, because everything is written in it from then on. */
export async function beginDerived(tx: Tx, mailboxIds: number[]): Promise<void> {
  const [kinds, versions] = [Object.keys(DERIVED_VERSIONS), Object.values(DERIVED_VERSIONS)];
  await sql`
    insert into derived_versions (mailbox_id, what, version, finished)
    select mailbox_id, what, version, true
    from unnest(${mailboxIds}::bigint[]) as mailbox_id
    cross join unnest(${kinds}::text[], ${versions}::integer[]) as v(what, version)
    on conflict do nothing`.execute(tx);
  await sql`update mailboxes set derived_kinds = ${DERIVED.length} where id = any(${mailboxIds})`.execute(tx);
}

/** Mailboxes per statement when recording missing versions. */
const RECORDED_AT_ONCE = 500;

/**
 * Records the first version of everything without one, in mailboxes of releases that do not know versions.
 * Returns the number of mailboxes.
 */
export async function recordFirstVersions(tx: Tx): Promise<number> {
  const { rows } = await sql`
    with behind as materialized (
      select id from mailboxes where derived_kinds < ${DERIVED.length}
      order by derived_kinds limit ${sql.lit(RECORDED_AT_ONCE)} for no key update skip locked
    ), recorded as (
      insert into derived_versions (mailbox_id, what, version, finished)
      select id, what, ${UNRECORDED.version}, true from behind cross join unnest(${[...DERIVED]}::text[]) as what
      on conflict do nothing
    )
    update mailboxes set derived_kinds = ${DERIVED.length} where id = any(array(select id from behind)) returning id`.execute(
    tx,
  );
  return rows.length;
}

export type Outstanding = { mailbox_id: number; what: Derived };

/**
 * A mailbox with something older than the given versions; data from a newer release is ignored. The orders
 * match indexes: without them PostgreSQL would read all versions, because it expects to meet an old one soon.
 */
export async function findOutstanding(
  db: ReadDb,
  versions: Record<Derived, number>,
): Promise<Outstanding | undefined> {
  const [found] = await readRows(
    db,
    sql<Outstanding>`
    with wanted as materialized (
      select what, version::integer as version from json_each_text(${JSON.stringify(versions)}::json) as w(what, version)
    )
    (select d.mailbox_id, w.what from wanted w cross join lateral (
        (select mailbox_id from derived_versions where what = w.what and version < w.version
          order by what, version limit 1)
        union all
        (select mailbox_id from derived_versions where what = w.what and version = w.version and not finished
          order by what, version limit 1)
      ) d limit 1)`,
  );
  return found;
}

export type PageMessage = { id: string; thread_id: string; at: number; blob: string | null; size: number };

/** The next messages after a position, from the newest to the oldest. */
export async function readPage(
  db: ReadDb,
  mailboxId: number,
  behind: Reached | null,
  limit: number,
): Promise<PageMessage[]> {
  return readRows(
    db,
    sql<PageMessage>`
    select id, thread_id, received_at as at, encode(blob, 'hex') as blob, size from messages
    where mailbox_id = ${mailboxId} ${behind ? sql`and (received_at, id) < (${behind.at}, ${behind.id})` : sql``}
    order by received_at desc, id desc limit ${limit}`,
  );
}

export type NamedFiles = { id: string; files: { name: string; contentType: string }[] };

/** Names and types of the files of messages that are no drafts. */
export async function readFileNames(db: ReadDb, mailboxId: number, ids: string[]): Promise<NamedFiles[]> {
  return readRows(
    db,
    sql<NamedFiles>`
    select m.id, json_agg(json_build_object('name', a.name, 'contentType', a.content_type)) as files
    from messages m join attachments a on a.mailbox_id = m.mailbox_id and a.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = any(${ids}::uuid[]) and not m.draft
    group by m.id`,
  );
}

export async function countAllMessages(db: ReadDb, mailboxId: number): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::integer as count from messages where mailbox_id = ${mailboxId}`,
  );
  return row?.count ?? 0;
}

/** What a message's words and snippet are derived from, besides its source. */
export type MessageSource = {
  id: string;
  thread_id: string;
  received_at: number;
  subject: string;
  snippet: string;
  sender: MailAddress;
  headers: MessageHeaders;
  blob: string | null;
  attachment_names: string[];
  /** Its text was parsed from a received source, not written here. */
  received: boolean;
  draft_body: string | null;
  quote_words: string | null;
};

export async function readSources(db: ReadDb, mailboxId: number, ids: string[]): Promise<MessageSource[]> {
  return readRows(
    db,
    sql<MessageSource>`
    select m.id, m.thread_id, m.received_at, m.subject, m.snippet, m.sender, c.headers,
      encode(m.blob, 'hex') as blob, m.delivery_key is not null as received, d.body as draft_body, d.quote_words,
      array(select a.name from attachments a
        where a.mailbox_id = m.mailbox_id and a.message_id = m.id and not a.inline
        order by a.position) as attachment_names
    from messages m
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    left join drafts d on d.mailbox_id = m.mailbox_id and d.message_id = m.id
    where m.mailbox_id = ${mailboxId} and m.id = any(${ids}::uuid[])`,
  );
}

export type StoredCard = Omit<KeptCard, 'card'> & { card: Partial<ListCard> };

export async function readCards(db: ReadDb, mailboxId: number, threadIds: string[]): Promise<StoredCard[]> {
  return readRows(
    db,
    sql<StoredCard>`
    select r.folder_id, r.thread_id, r.size, r.sender_key, r.card from list_rows r
    where r.mailbox_id = ${mailboxId} and r.thread_id = any(${threadIds}::uuid[])`,
  );
}

/**
 * Rows are found by their thread: compared as text, the folder does not mislead PostgreSQL into scanning all
 * of it.
 */
export async function writeCards(tx: Tx, mailboxId: number, rows: ListRow[]): Promise<void> {
  await sql`
    update list_rows r set card = g.card, size = g.size, sender_key = g.sender_key
    from json_to_recordset(${JSON.stringify(rows)}) 
      as g(folder_id uuid, thread_id uuid, size bigint, sender_key text, card json)
    where r.mailbox_id = ${mailboxId} and r.thread_id = g.thread_id and r.folder_id::text = g.folder_id::text`.execute(
    tx,
  );
}
