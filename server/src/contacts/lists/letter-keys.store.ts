import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/**
 * The first key of each letter. One index look-up for each: keys of other scripts and of digits are one letter, and Đ
 * (`d~`) comes between D and E. `firstFrom` selects the first key from a bound on.
 */
export async function readLetterKeys(
  db: ReadDb,
  firstFrom: (bound: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ key: string }>`
    with recursive letters(key) as (
      select (${firstFrom(sql`''`)}) as key
      union all
      select (${firstFrom(sql`case when a.key < 'a' then 'a' when a.key like 'd~%' then 'e'
        when a.key like 'd%' then 'd~' else chr(ascii(a.key) + 1) end`)})
      from letters a where a.key is not null and a.key < '{'
    )
    select key from letters where key is not null`,
  );
  return rows.map(({ key }) => key);
}
