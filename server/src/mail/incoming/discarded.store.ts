import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';
import type { EarlierDelivery } from '../messages/new-message.ts';

/** Records discarded deliveries; returns which of them are new. */
export async function insertDiscarded(
  tx: Tx,
  mailboxId: number,
  deliveries: { key: string; earlier: EarlierDelivery | null }[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    insert into discarded_deliveries (mailbox_id, delivery_key, at)
    select distinct ${mailboxId}::bigint, decode(k.key, 'hex'), ${now}::bigint
    from unnest(${deliveries.map(({ key }) => key)}::text[], ${deliveries.map(({ earlier }) => earlier?.key ?? null)}::text[],
      ${deliveries.map(({ earlier }) => earlier?.since ?? null)}::bigint[]) as k(key, earlier, since)
    where not exists (
      select from discarded_deliveries d
      where d.mailbox_id = ${mailboxId} and d.delivery_key = decode(k.earlier, 'hex') and d.at >= k.since
    )
    on conflict do nothing
    returning encode(delivery_key, 'hex') as key`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}
