import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { Tx } from '../../tables.ts';

export type LimitedSeats = { id: number; name: string; seats: number; seated: number };

/** Locks the domains that have a limit, in a fixed order; people are counted under the lock. */
export async function lockLimitedSeats(tx: Tx, domainIds: number[]): Promise<LimitedSeats[]> {
  const limited = await readRows<{ id: number }>(
    tx,
    sql`
    select id from domains where id = any(${domainIds}::bigint[]) and seats is not null
    order by id for no key update`,
  );
  if (limited.length === 0) return [];
  return readRows<LimitedSeats>(
    tx,
    sql`
    select d.id, d.name, d.seats,
      (select count(*) from mailboxes m where m.domain_id = d.id and m.deleted_at is null) as seated
    from domains d where d.id = any(${limited.map(({ id }) => id)}::bigint[]) order by d.id`,
  );
}
