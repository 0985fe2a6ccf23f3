import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { isSubscribed } from '../subscriptions/subscriptions.store.ts';

/** As the index has it. */
const NEVER = sql.raw('9223372036854775807');

/** Of one mailbox: what its owner asks others to, by any of their addresses, and is not over. */
const organised = (mailboxId: number, now: number) => sql`
  calendar_objects o
  where o.mailbox_id = ${mailboxId} and o.trashed_at is null
    and o.organiser = any(array(select address from addresses where mailbox_id = ${mailboxId}))
    and coalesce(o.last_at, ${NEVER}) >= ${now} and not ${isSubscribed(sql`o`, sql`o.calendar_id`)}`;

/** So many meetings are counted where they are handed over. */
export const MOST_HANDED_OVER = 10_000;

export type OrganisedCount = { open: number; private: number };

/** How many meetings somebody organises, some of which may be private, up to a limit of all. */
export async function countOrganised(
  db: ReadDb,
  mailboxId: number,
  { now, limit }: { now: number; limit: number },
): Promise<OrganisedCount> {
  const [row] = await readRows(
    db,
    sql<OrganisedCount>`
    select count(*) filter (where not is_private)::int as open, count(*) filter (where is_private)::int as private
    from (select o.is_private from ${organised(mailboxId, now)} limit ${limit}) found`,
  );
  return row ?? { open: 0, private: 0 };
}

/** The next ones that are not private, by their ids. */
export async function readOrganisedAfter(
  db: ReadDb,
  mailboxId: number,
  { after, now, limit }: { after: string; now: number; limit: number },
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select o.id from ${organised(mailboxId, now)} and not o.is_private and o.id > ${after}::uuid
    order by o.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
