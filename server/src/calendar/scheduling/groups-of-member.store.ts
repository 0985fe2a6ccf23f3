import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** Which of these addresses are groups that whoever has an address is in, by themselves or by other groups. */
export async function readGroupsOfMember(
  db: ReadDb,
  member: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await readRows(
    db,
    sql<{ address: string }>`
    with recursive found as (
      select g.address as root, g.id from groups g where g.address = any(${[...addresses]}::text[])
      union
      select f.root, m.member_group_id from found f join group_members m on m.group_id = f.id
      where m.member_group_id is not null
    )
    select distinct f.root as address from found f join group_members m on m.group_id = f.id
    where m.member_group_id is null
      and (m.address = ${member} or m.person_id = (select a.mailbox_id from addresses a where a.address = ${member}))`,
  );
  return new Set(rows.map(({ address }) => address));
}
