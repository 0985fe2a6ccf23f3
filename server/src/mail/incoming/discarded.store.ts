import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

/** Notes deliveries that were discarded; answers which of them had not been before. */
export async function insertDiscarded(
  tx: Tx,
  mailboxId: number,
  keys: string[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    insert into discarded_deliveries (mailbox_id, delivery_key, at)
    select distinct ${mailboxId}::bigint, decode(key, 'hex'), ${now}::bigint from unnest(${keys}::text[]) as k(key)
    on conflict do nothing
    returning encode(delivery_key, 'hex') as key`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}
