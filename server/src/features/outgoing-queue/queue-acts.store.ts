import type { QueueAct } from '@bocau/contract/admin-mail.ts';
import { type RawBuilder, sql } from 'kysely';
import { BRAKED } from '../../mail/messages/sending.view.ts';
import type { RecipientState, Tx } from '../../tables.ts';
import { inIndex, type QueueFilter, type QueuePlace } from './queue.store.ts';

/** A row of a batch; `moved` when the act was applied. */
export type ActedRow = {
  mailbox_id: number;
  outbox_id: string;
  address: string;
  destination: string;
  queued_at: number;
  moved: boolean;
};

const FROM: Record<QueueAct, RecipientState[]> = {
  retry: ['waiting'],
  hold: ['waiting'],
  release: ['held'],
  // A message being transmitted cannot be taken back.
  remove: ['waiting', 'held'],
};
const REMOVED_CODE = 550;

/** Applies an act to the next recipients of a selection, oldest first; an empty result is its end. */
export async function actOnBatch(
  tx: Tx,
  act: QueueAct,
  filter: QueueFilter,
  { after, limit, now, reply }: { after: QueuePlace | null; limit: number; now: number; reply: string },
): Promise<ActedRow[]> {
  const { rows } = await sql<ActedRow>`
    with batch as materialized (
      select r.mailbox_id, r.outbox_id, r.address, r.destination, r.queued_at from outbox_recipients r
      where ${inIndex(filter, after)} ${filter.recipient === undefined ? sql`` : sql`and r.address = ${filter.recipient}`}
      order by r.queued_at, r.outbox_id, r.address limit ${limit}
    ), moved as (
      update outbox_recipients r set ${changeFor(act, now, reply)}
      from batch b
      where r.mailbox_id = b.mailbox_id and r.outbox_id = b.outbox_id and r.address = b.address
        and r.state = any(${FROM[act]}::text[])
      returning r.mailbox_id, r.outbox_id, r.address
    )
    select b.*, m.address is not null as moved
    from batch b left join moved m using (mailbox_id, outbox_id, address)
    order by b.queued_at, b.outbox_id, b.address`.execute(tx);
  return rows;
}

function changeFor(act: QueueAct, now: number, reply: string): RawBuilder<unknown> {
  if (act === 'retry') return sql`next_at = ${now}`;
  if (act === 'hold') return sql`state = 'held', held_at = ${now}, kept = true, next_at = null`;
  // The days after which a message is given up start again.
  if (act === 'release') {
    // The reason of a hold is not a server's reply.
    return sql`state = 'waiting', next_at = ${now}, first_tried_at = null,
      reply = case when not starts_with(reply, ${BRAKED}) then reply end`;
  }
  return sql`state = 'failed', next_at = null, code = ${REMOVED_CODE}, reply = ${reply}, at = ${now}`;
}
