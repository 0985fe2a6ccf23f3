import type { GroupDecision } from '@bocau/contract/held-messages.ts';
import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { GroupMessageFacts, HeldExcerpt, ReadDb, Tx } from '../../tables.ts';
import { organisationOf } from '../people/organisation-of.ts';

export type NewHeld = {
  id: string;
  groupId: number;
  blob: string;
  size: number;
  envelopeSender: string;
  author: { email: string; name: string; proven: boolean };
  subject: string;
  client: string;
  excerpt: HeldExcerpt;
  facts: GroupMessageFacts;
  receivedAt: number;
};

/** Holds to a group take turns, so that its limits are kept. Undefined when the group is gone. */
export async function lockHolding(tx: Tx, groupId: number): Promise<{ toldAt: number | null } | undefined> {
  const locked = tx
    .selectFrom('groups')
    .select('keepers_told_at as toldAt')
    .where('id', '=', groupId)
    .forNoKeyUpdate();
  return locked.executeTakeFirst();
}

/** Whether a message came before, held or decided. */
export async function wasHeld(db: ReadDb, groupId: number, deliveryKey: string): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from group_held where group_id = ${groupId} and delivery_key = decode(${deliveryKey}, 'hex')`,
  );
  return rows.length > 0;
}

type Waiting = { all: number; ofSender: number; unproven: number; ofClient: number; ofDomain: number };

/**
 * How many messages wait for the keepers: from this envelope sender, of unproven authors, from this client of such as are
 * proven alike, and of proven ones of this registered domain or one below it.
 */
export async function countWaiting(
  db: ReadDb,
  groupId: number,
  { envelopeSender, client, author }: Pick<NewHeld, 'envelopeSender' | 'client' | 'author'>,
): Promise<Waiting> {
  const ending = `.${organisationOf(author.email)}`;
  const [row] = await readRows<Waiting>(
    db,
    sql`
    select count(*)::int as all,
      (count(*) filter (where envelope_sender = ${envelopeSender}))::int as "ofSender",
      (count(*) filter (where not proven))::int as unproven,
      (count(*) filter (where proven = ${author.proven} and client = ${client}))::int as "ofClient",
      (count(*) filter (where proven
        and right('.' || lower(split_part(author, '@', 2)), ${ending.length}) = ${ending}))::int as "ofDomain"
    from group_held where group_id = ${groupId} and decision is null`,
  );
  return row as Waiting;
}

export async function insertHeld(tx: Tx, held: NewHeld): Promise<void> {
  await tx
    .insertInto('group_held')
    .values({
      id: held.id,
      group_id: held.groupId,
      delivery_key: Buffer.from(held.facts.deliveryKey, 'hex'),
      blob: Buffer.from(held.blob, 'hex'),
      size: held.size,
      envelope_sender: held.envelopeSender,
      author: held.author.email,
      author_name: held.author.name,
      proven: held.author.proven,
      subject: held.subject,
      client: held.client,
      facts: JSON.stringify({ ...held.facts, excerpt: held.excerpt }),
      received_at: held.receivedAt,
    })
    .execute();
}

export type HeldRow = {
  id: string;
  from: { email: string; name: string };
  proven: boolean;
  subject: string;
  size: number;
  text: string;
  files: string[];
  received_at: number;
  decision: GroupDecision | null;
  decided_at: number | null;
  decided_by: string | null;
};

const SHOWN = sql`h.id, h.subject, h.size, h.proven, h.received_at, h.decision, h.decided_at, h.decided_by,
  case when h.decision is null then coalesce(h.facts #>> '{excerpt,text}', '') else '' end as text,
  case when h.decision is null then coalesce(h.facts #> '{excerpt,files}', '[]') else '[]' end as files,
  jsonb_build_object('email', h.author, 'name', h.author_name) as from`;

/** What waits for the keepers of a group, from the newest on. */
export async function readWaiting(db: ReadDb, groupId: number, limit: number): Promise<HeldRow[]> {
  return readRows(
    db,
    sql<HeldRow>`
    select ${SHOWN} from group_held h where h.group_id = ${groupId} and h.decision is null
    order by h.received_at desc, h.id desc limit ${limit}`,
  );
}

/** One message, waiting or decided. */
export async function readHeld(db: ReadDb, id: string): Promise<(HeldRow & { groupId: number }) | undefined> {
  const rows = await readRows(
    db,
    sql<HeldRow & { groupId: number }>`
    select ${SHOWN}, h.group_id as "groupId" from group_held h where h.id = ${id}`,
  );
  return rows[0];
}

/** A held message as it was accepted. */
export type HeldMessage = {
  id: string;
  blob: string;
  author: string;
  proven: boolean;
  envelopeSender: string;
  client: string;
  facts: GroupMessageFacts;
};

type Decided = { decision: GroupDecision; at: number; by: string | null };

/**
 * Compare-and-set: undefined when it is decided already, or none of the group. Its source is the caller's now, but
 * that of a refused one, which stays with it for as long as it can be put back.
 */
export async function decide(
  tx: Tx,
  groupId: number,
  id: string,
  { decision, at, by }: Decided,
): Promise<HeldMessage | undefined> {
  const { rows } = await sql<HeldMessage>`
    with waiting as (
      select id, blob from group_held where id = ${id} and group_id = ${groupId} and decision is null for update)
    update group_held h
    set decision = ${decision}, decided_at = ${at}, decided_by = ${by}
      ${decision === 'refused' ? sql`` : sql`, blob = null, facts = h.facts - 'excerpt'`}
    from waiting w where h.id = w.id
    returning h.id, encode(w.blob, 'hex') as blob, h.author, h.proven, h.envelope_sender as "envelopeSender",
      h.client, h.facts`.execute(tx);
  return rows[0];
}

/** Compare-and-set: lets a message wait again that was refused since then. */
export async function putBack(
  tx: Tx,
  groupId: number,
  id: string,
  since: number,
): Promise<HeldMessage | undefined> {
  const { rows } = await sql<HeldMessage>`
    update group_held h set decision = null, decided_at = null, decided_by = null
    where h.id = ${id} and h.group_id = ${groupId} and h.decision = 'refused' and h.decided_at >= ${since}
      and h.blob is not null
    returning h.id, encode(h.blob, 'hex') as blob, h.author, h.proven, h.envelope_sender as "envelopeSender",
      h.client, h.facts`.execute(tx);
  return rows[0];
}

/** The sources of messages that were refused before then, and what was shown of them. Returns how many there were. */
export async function dropRefused(tx: Tx, before: number, now: number, limit: number): Promise<number> {
  const { rows } = await sql`
    with refused as materialized (
      select id, blob from group_held
      where decision is not null and decided_at < ${before} and blob is not null limit ${limit} for update
    ), lost as (${orphanBlobs(sql`select blob from refused`, now)})
    update group_held h set blob = null, facts = h.facts - 'excerpt' from refused r where h.id = r.id
    returning h.id`.execute(tx);
  return rows.length;
}

/** The source of a message that nobody gets. */
export async function orphanSource(tx: Tx, blob: string, now: number): Promise<void> {
  await orphanBlobs(sql`select decode(${blob}, 'hex') as blob`, now).execute(tx);
}

/** The next messages that waited since before then, with their groups. */
export async function readOverdue(
  db: ReadDb,
  before: number,
  limit: number,
): Promise<{ id: string; groupId: number; address: string }[]> {
  return readRows(
    db,
    sql<{ id: string; groupId: number; address: string }>`
    select h.id, h.group_id as "groupId", g.address from group_held h join groups g on g.id = h.group_id
    where h.decision is null and h.received_at < ${before} order by h.received_at limit ${limit}`,
  );
}

export async function deleteDecided(tx: Tx, before: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from group_held where id in (
      select id from group_held where decision is not null and decided_at < ${before} limit ${limit})
    returning id`.execute(tx);
  return rows.length;
}

/** False where there are as many as may be; `isNew` where the address was not among them. */
export async function insertAllowed(
  tx: Tx,
  groupId: number,
  address: string,
  most: number,
): Promise<{ isNew: boolean; isAllowed: boolean }> {
  const { rows } = await sql<{ is_new: boolean; is_there: boolean }>`
    with added as (
      insert into group_allowed (group_id, address) select ${groupId}::bigint, ${address}
      where (select count(*) from group_allowed where group_id = ${groupId}) < ${most}
      on conflict do nothing returning address)
    select exists (select from added) as is_new,
      exists (select from group_allowed where group_id = ${groupId} and address = ${address}) as is_there`.execute(
    tx,
  );
  const isNew = rows[0]?.is_new === true;
  return { isNew, isAllowed: isNew || rows[0]?.is_there === true };
}
