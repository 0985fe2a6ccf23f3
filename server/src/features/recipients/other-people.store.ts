import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type OtherPersonRow = {
  email: string;
  name: string;
  sent: number;
  received: number;
  last_at: number;
  rank: number;
};
export type OtherPeopleCursor = { rank: number; email: string };
export type OtherPeopleRows = {
  rows: OtherPersonRow[];
  /** The last one that was looked at; null when there is nobody after. */
  end: OtherPeopleCursor | null;
};

/** Who is looked at for one page: many may have cards already, or only write. */
const LOOKED_AT = 500;
/** Matches of a search that are sorted. */
const SORTED = 1000;

/** One is looked up by the index for each: as a join all addresses of the cards would be read. */
const NOT_KEPT = sql`
  left join lateral (
    select true as is_kept from contact_points p
    where p.mailbox_id = c.mailbox_id and p.value = c.email and p.kind = 'email' limit 1
  ) k on true
  left join lateral (
    select true as is_own from addresses a where a.address = c.email and a.mailbox_id = c.mailbox_id limit 1
  ) o on true
  where c.sent_count > 0 and k.is_kept is null and o.is_own is null`;
const COLUMNS = sql`
  c.email, c.name, c.sent_count as sent, c.received_count as received, c.last_at, c.rank`;
const FIRST = sql`c.rank desc, c.email desc`;

/** A range of the index by rank, however few of it are shown. */
export async function readOtherPeople(
  db: ReadDb,
  mailboxId: number,
  { after, limit }: { after: OtherPeopleCursor | null; limit: number },
): Promise<OtherPeopleRows> {
  const rows = await readRows(
    db,
    sql<(OtherPersonRow | { email: null }) & { end_rank: number; end_email: string; looked_at: number }>`
    with looked as materialized (
      select * from correspondents c
      where c.mailbox_id = ${mailboxId} and not c.replaced ${behind(after)}
      order by ${FIRST} limit ${sql.lit(LOOKED_AT)}
    ),
    shown as (select ${COLUMNS} from looked c ${NOT_KEPT} order by ${FIRST} limit ${limit}),
    ending as (select c.rank as end_rank, c.email as end_email from looked c order by c.rank, c.email limit 1)
    select c.*, e.*, (select count(*)::integer from looked) as looked_at
    from ending e left join shown c on true
    order by ${FIRST}`,
  );
  const [first] = rows;
  if (!first) return { rows: [], end: null };
  const end = { rank: first.end_rank, email: first.end_email };
  return {
    rows: rows.filter((row): row is (typeof rows)[number] & OtherPersonRow => row.email !== null),
    end: first.looked_at < LOOKED_AT ? null : end,
  };
}

/** Those with a word that begins with each of these, which are only letters and digits. */
export function searchOtherPeople(
  db: ReadDb,
  mailboxId: number,
  words: readonly string[],
  limit: number,
): Promise<OtherPersonRow[]> {
  const query = words.map((word) => `'${mailboxId}.${word}':*`).join(' & ');
  return readRows(
    db,
    sql<OtherPersonRow>`
    with looked as materialized (
      select * from correspondents c
      where correspondent_words(c.mailbox_id, c.folded) @@ ${query}::tsquery
        and c.mailbox_id = ${mailboxId} and not c.replaced limit ${sql.lit(SORTED)}
    )
    select ${COLUMNS} from looked c ${NOT_KEPT} order by ${FIRST} limit ${limit}`,
  );
}

/** The counts stay, so that it can be undone. */
export async function markForgotten(
  tx: Tx,
  mailboxId: number,
  email: string,
  forgotten: boolean,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update correspondents set replaced = ${forgotten}
    where mailbox_id = ${mailboxId} and email = ${email}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

function behind(after: OtherPeopleCursor | null): RawBuilder<unknown> {
  return after === null ? sql`` : sql`and (c.rank, c.email) < (${after.rank}::integer, ${after.email})`;
}
