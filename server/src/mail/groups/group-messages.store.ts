import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { GroupMessageFacts, ReadDb, Tx } from '../../tables.ts';

/** How long a repeated message is known as one that was distributed. */
const KEPT_SECONDS = 7 * 24 * 3600;

export type NewGroupMessage = {
  id: string;
  groupId: number;
  blob: string;
  envelopeSender: string;
  facts: GroupMessageFacts;
  receivedAt: number;
};

/** One message is accepted for one group after the other, so that `place` says who came first. */
export async function lockDelivery(tx: Tx, deliveryKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${deliveryKey}, 0))`.execute(tx);
}

/** False when it was accepted before. */
export async function insertGroupMessage(tx: Tx, message: NewGroupMessage): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('group_messages')
    .values({
      id: message.id,
      group_id: message.groupId,
      delivery_key: Buffer.from(message.facts.deliveryKey, 'hex'),
      blob: Buffer.from(message.blob, 'hex'),
      envelope_sender: message.envelopeSender,
      facts: JSON.stringify(message.facts),
      received_at: message.receivedAt,
    })
    .onConflict((conflict) => conflict.columns(['delivery_key', 'group_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type GroupMessage = NewGroupMessage & {
  group: { address: string; domain: string };
  /** Whether the source has the header fields of the group. */
  listed: boolean;
  place: number;
  filedTo: number;
  sentTo: string;
};

/** One that is not distributed yet. */
export async function readGroupMessage(db: ReadDb, id: string): Promise<GroupMessage | undefined> {
  const rows = await readRows(
    db,
    sql<GroupMessage>`
    select m.id, m.group_id as "groupId", encode(m.blob, 'hex') as blob, m.envelope_sender as "envelopeSender",
      m.facts, m.received_at as "receivedAt", m.listed, m.place, m.filed_to as "filedTo", m.sent_to as "sentTo",
      jsonb_build_object('address', g.address, 'domain', d.name) as "group"
    from group_messages m join groups g on g.id = m.group_id join domains d on d.id = g.domain_id
    where m.id = ${id} and m.finished_at is null`,
  );
  return rows[0];
}

/** Replaces the source by the one with the header fields of the group. */
export async function writeListed(tx: Tx, id: string, blob: string, now: number): Promise<void> {
  await sql`
    with lost as (${orphanBlobs(sql`select blob from group_messages where id = ${id} and not listed`, now)})
    update group_messages set blob = decode(${blob}, 'hex'), listed = true
    where id = ${id} and not listed`.execute(tx);
}

/** Compare-and-set: false when another run of the job was first. */
export async function moveFiledTo(tx: Tx, id: string, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('group_messages')
    .set({ filed_to: to })
    .where('id', '=', id)
    .where('filed_to', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The same for members elsewhere. */
export async function moveSentTo(tx: Tx, id: string, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('group_messages')
    .set({ sent_to: to })
    .where('id', '=', id)
    .where('sent_to', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Everybody has it. Older ones of the group are forgotten. */
export async function finishGroupMessage(
  tx: Tx,
  { id, groupId }: Pick<GroupMessage, 'id' | 'groupId'>,
  now: number,
): Promise<void> {
  await sql`
    with lost as (${orphanBlobs(sql`select blob from group_messages where id = ${id}`, now)})
    update group_messages set finished_at = ${now}, blob = null where id = ${id}`.execute(tx);
  await tx
    .deleteFrom('group_messages')
    .where('group_id', '=', groupId)
    .where('finished_at', '<', now - KEPT_SECONDS)
    .execute();
}

/** Over all groups; `*_since`: when the oldest was accepted. */
type GroupBacklog = {
  distributing: number;
  distributing_since: number | null;
  held: number;
  held_since: number | null;
};

export async function readGroupBacklog(db: ReadDb): Promise<GroupBacklog> {
  const [row] = await readRows<GroupBacklog>(
    db,
    sql`
    select d.count as distributing, d.since as distributing_since, h.count as held, h.since as held_since
    from (select count(*)::int as count, min(received_at) as since from group_messages where finished_at is null) d,
      (select count(*)::int as count, min(received_at) as since from group_held where decision is null) h`,
  );
  return row as GroupBacklog;
}
