import { type RawBuilder, sql } from 'kysely';

/**
 * As many rows of a select as there is room for: the first of each object, then the second of each. One that happens often
 * hides no other. The select has `object_id`, `kind`, `at` and `until`.
 */
export function cutFairly(
  found: RawBuilder<unknown>,
  { columns, limit }: { columns: RawBuilder<unknown>; limit: number },
): RawBuilder<unknown> {
  return sql`
    select ${columns} from (
      select f.*, row_number() over (partition by object_id order by at, until, kind) as nth from (${found}) f
    ) ranked order by nth, at, until, kind, object_id limit ${limit}`;
}

type OfMailbox = { mailbox_id: number };

/** Reads of several mailboxes what happens first, and fairly of those that have more than the limit. */
export async function readCutFairly<Of extends OfMailbox, Row extends OfMailbox>(
  of: Of[],
  limit: number,
  read: (some: Of[], isFair: boolean) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read(of, false);
  const byMailbox = Map.groupBy(rows, ({ mailbox_id }) => mailbox_id);
  const isCut = ({ mailbox_id }: OfMailbox) => (byMailbox.get(mailbox_id)?.length ?? 0) >= limit;
  const cut = of.filter(isCut);
  if (cut.length === 0) return rows;
  return [...rows.filter((row) => !isCut(row)), ...(await read(cut, true))];
}
