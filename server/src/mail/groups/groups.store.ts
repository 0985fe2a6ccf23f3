import type { GroupStrangers, GroupWriters } from '@bocau/contract/groups.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { GroupMessageFacts, ReadDb, Tx } from '../../tables.ts';

export type Group = {
  id: number;
  address: string;
  writers: GroupWriters;
  strangers: GroupStrangers;
  domain: string;
  /** Its domain is not suspended. */
  takesMail: boolean;
};

/** The group of an address: the first of the given ones that is of a group. */
export async function findGroup(db: ReadDb, addresses: string[]): Promise<Group | undefined> {
  const rows = await readRows(
    db,
    sql<Group>`
    select g.id, g.address, g.writers, g.strangers, d.name as domain, d.active as "takesMail"
    from unnest(${addresses}::text[]) with ordinality as w(address, place)
    join groups g on g.address = w.address
    join domains d on d.id = g.domain_id
    order by w.place limit 1`,
  );
  return rows[0];
}

export async function readGroupAddress(db: ReadDb, groupId: number): Promise<string | undefined> {
  const group = db.selectFrom('groups').select('address').where('id', '=', groupId);
  return (await group.executeTakeFirst())?.address;
}

/** The groups and all groups in them, each once; `union` ends circles. */
export const WITHIN = (groupIds: number[]) => sql`
  with recursive within(id) as (
    select unnest(${groupIds}::bigint[])
    union
    select m.member_group_id from within w join group_members m on m.group_id = w.id
    where m.member_group_id is not null
  )`;

/**
 * Whether mail from this address may go to the group. A person counts by any of their addresses, and whom a
 * keeper allowed may always.
 */
export async function isWriter(db: ReadDb, { id, writers, domain }: Group, email: string): Promise<boolean> {
  if (writers === 'anyone') return true;
  const person = sql`(select a.mailbox_id from addresses a where a.address = ${email})`;
  const among = {
    domain: sql`
      select from mailboxes p join domains d on d.id = p.domain_id where p.id = ${person} and d.name = ${domain}`,
    members: sql`
      select from within w join group_members m on m.group_id = w.id
      where m.address = ${email} or m.person_id = ${person}`,
    named: sql`
      select from group_writers n left join addresses own on own.address = n.address
      where n.group_id = ${id} and (n.address = ${email} or own.mailbox_id = ${person})`,
  }[writers];
  if (writers === 'domain' && email.endsWith(`@${domain}`)) return true;
  const [row] = await readRows<{ may: boolean }>(
    db,
    sql`${WITHIN([id])}
    select exists (${among}) or exists (
      select from group_allowed l left join addresses own on own.address = l.address
      where l.group_id = ${id} and (l.address = ${email} or own.mailbox_id = ${person})) as may`,
  );
  return row?.may === true;
}

/**
 * Whether somebody at this domain may write to the group: all that its answers at RCPT tell of its writers. At a domain
 * of ours somebody always may, so that nothing is told of people here.
 */
export async function hasWritersAt(
  db: ReadDb,
  { id, writers }: Group,
  senderDomain: string,
): Promise<boolean> {
  const isThere = sql`split_part(w.address, '@', 2) = ${senderDomain}`;
  const among = {
    anyone: sql`select 1`,
    domain: sql`select 1 where false`,
    members: sql`
      select from within g join group_members w on w.group_id = g.id
      where w.person_id is null and w.member_group_id is null and ${isThere}`,
    named: sql`select from group_writers w where w.group_id = ${id} and ${isThere}`,
  }[writers];
  const [row] = await readRows<{ may: boolean }>(
    db,
    sql`${WITHIN([id])}
    select exists (select from domains d where d.name = ${senderDomain})
      or exists (select from group_allowed w where w.group_id = ${id} and ${isThere}) or exists (${among}) as may`,
  );
  return row?.may === true;
}

type Page<After> = { after: After; limit: number };

export type MemberHere = { mailboxId: number; email: string };

/** The people in these groups, each once, who take mail; by mailbox. */
export async function readPeople(
  db: ReadDb,
  groupIds: number[],
  { after, limit }: Page<number>,
): Promise<MemberHere[]> {
  return readRows(
    db,
    sql<MemberHere>`
    select p.id as "mailboxId", p.email from mailboxes p join domains d on d.id = p.domain_id
    where p.id in (
        select m.person_id from group_members m
        where m.group_id = any(${groupIds}::bigint[]) and m.person_id > ${after})
      and d.active and p.deleted_at is null and p.receiving_suspended_at is null
    order by p.id limit ${limit}`,
  );
}

/** The groups that a message was accepted for before this place. */
export async function readEarlierGroups(db: ReadDb, deliveryKey: string, place: number): Promise<number[]> {
  const rows = await readRows(
    db,
    sql<{ id: number }>`
    select e.group_id as id from group_messages e
    where e.delivery_key = decode(${deliveryKey}, 'hex') and e.place < ${place}`,
  );
  return rows.map(({ id }) => id);
}

/** `before`: the groups by which their members have the message already. */
type OnItsWay = { groups: number[]; before: number[]; outgoing: GroupMessageFacts['outgoing'] };

/**
 * The addresses elsewhere in these groups, each once, by address; without those that get the message directly, or by a
 * group that it was accepted for before.
 */
export async function readOutside(
  db: ReadDb,
  { groups, before, outgoing }: OnItsWay,
  { after, limit }: Page<string>,
): Promise<string[]> {
  const directly =
    outgoing === null
      ? sql``
      : sql`and not exists (
          select from outbox_recipients r
          where r.mailbox_id = ${outgoing.mailboxId} and r.outbox_id = ${outgoing.outboxId}
            and r.address = m.address)`;
  const rows = await readRows(
    db,
    sql<{ address: string }>`
    select distinct m.address from group_members m
    where m.group_id = any(${groups}::bigint[])
      and m.person_id is null and m.member_group_id is null and m.suspended_at is null and m.address > ${after}
      and not exists (
        select from group_members o
        where o.group_id = any(${before}::bigint[]) and o.address = m.address and o.suspended_at is null)
      ${directly}
    order by m.address limit ${limit}`,
  );
  return rows.map(({ address }) => address);
}

/**
 * The mailbox in whose outbox a group's mail goes to members elsewhere: of an owner of its domain who may
 * send, or of anybody in it; undefined when nobody is.
 */
export async function readCarrier(db: ReadDb, groupId: number): Promise<number | undefined> {
  const rows = await readRows(
    db,
    sql<{ id: number }>`
    with one as (select domain_id from groups where id = ${groupId})
    select id from (
      (select p.id, 1 as place from mailboxes p
        where p.domain_id = (select domain_id from one) and p.kind = 'owner' and p.deleted_at is null
        order by p.sending_suspended_at is null desc, p.id limit 1)
      union all
      (select p.id, 2 from mailboxes p
        where p.domain_id = (select domain_id from one) and p.deleted_at is null
        order by p.id limit 1)) c
    order by place limit 1`,
  );
  return rows[0]?.id;
}

/** By which somebody here is a writer, with all their other addresses; null when they are gone. */
export async function readWriterAddress(db: ReadDb, mailboxId: number): Promise<string | null> {
  const person = db.selectFrom('mailboxes').select('email').where('id', '=', mailboxId);
  return (await person.executeTakeFirst())?.email ?? null;
}

/** Groups by their addresses: those that a member elsewhere may leave, and those which only keepers take them out of. */
export type Memberships = { leaves: string[]; stays: string[] };

/** Where somebody elsewhere is a member: of the group and the groups in it. */
export async function readMemberships(db: ReadDb, groupId: number, address: string): Promise<Memberships> {
  const rows = await readRows(
    db,
    sql<{ address: string; leaving: boolean }>`
    ${WITHIN([groupId])}
    select g.address, g.leaving from within w join groups g on g.id = w.id
    join group_members m on m.group_id = g.id
    where m.address = ${address} and m.person_id is null and m.member_group_id is null
    order by g.id <> ${groupId}, g.address`,
  );
  const those = (leaving: boolean) => rows.filter((row) => row.leaving === leaving).map((row) => row.address);
  return { leaves: those(true), stays: those(false) };
}

/** Removes a member elsewhere from the group and the groups in it, as far as they let members leave; and from which. */
export async function deleteOutside(tx: Tx, groupId: number, address: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    ${WITHIN([groupId])}
    delete from group_members m using within w, groups g
    where m.group_id = w.id and g.id = w.id and g.leaving
      and m.address = ${address} and m.person_id is null and m.member_group_id is null
    returning g.address`.execute(tx);
  return rows.map((row) => row.address);
}

const COUNTED_SECONDS = 7 * 24 * 3600;
const MOST_FAILURES = 5;

/** Reports come for two weeks, and may be doubled as long. */
const FAILURES_KEPT_SECONDS = 21 * 24 * 3600;

type Failure = { address: string; source: string; at: number };

/** False when this message was counted for this member before. */
async function insertFailure(tx: Tx, groupId: number, { address, source, at }: Failure): Promise<boolean> {
  await tx
    .deleteFrom('group_failures')
    .where('group_id', '=', groupId)
    .where('address', '=', address)
    .where('at', '<', at - FAILURES_KEPT_SECONDS)
    .execute();
  const { rows } = await sql`
    insert into group_failures (group_id, address, source, at)
    select g.id, ${address}, ${source}, ${at} from groups g where g.id = ${groupId}
    on conflict do nothing returning address`.execute(tx);
  return rows.length > 0;
}

/**
 * Counts a message that did not reach a member elsewhere, once; too many in a row suspend it. Answers the groups of
 * which it is suspended by this one, with when their keepers were last told.
 */
export async function countFailure(
  tx: Tx,
  groupId: number,
  failure: Failure,
): Promise<{ groupId: number; toldAt: number | null }[]> {
  const { address, at: now } = failure;
  if (!(await insertFailure(tx, groupId, failure))) return [];
  const failures = sql`case when m.failed_at > ${now - COUNTED_SECONDS} then m.failures + 1 else 1 end`;
  const { rows } = await sql<{ groupId: number; toldAt: number | null; count: number }>`
    ${WITHIN([groupId])}
    update group_members m set failures = ${failures}, failed_at = ${now},
      suspended_at = case when ${failures} >= ${MOST_FAILURES} then ${now}::bigint end
    from within w join groups g on g.id = w.id
    where m.group_id = w.id and m.address = ${address} and m.person_id is null and m.member_group_id is null
      and m.suspended_at is null
    returning m.group_id as "groupId", g.keepers_told_at as "toldAt", m.failures as count`.execute(tx);
  return rows.filter(({ count }) => count >= MOST_FAILURES);
}

/** The members elsewhere of these groups to whom nothing is sent, each once. */
export async function readSkipped(db: ReadDb, groupIds: number[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ address: string }>`
    select m.address from group_members m
    where m.group_id = any(${groupIds}::bigint[]) and m.person_id is null and m.member_group_id is null
    group by m.address having bool_and(m.suspended_at is not null) order by m.address`,
  );
  return rows.map(({ address }) => address);
}

/** Members elsewhere whose mail came back get it again. */
export async function resumeOutside(tx: Tx, groupId: number, addresses: string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    update group_members set suspended_at = null, failed_at = null, failures = 0
    where group_id = ${groupId} and address = any(${addresses}::text[]) and suspended_at is not null
    returning address`.execute(tx);
  return rows.map(({ address }) => address);
}

/** The first members elsewhere who were suspended since then, or ever; by address. */
export async function readSuspended(
  db: ReadDb,
  groupId: number,
  { since, limit }: { since: number | null; limit: number },
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ address: string }>`
    select address from group_members
    where group_id = ${groupId} and suspended_at >= ${since ?? 0} order by address limit ${limit}`,
  );
  return rows.map(({ address }) => address);
}
