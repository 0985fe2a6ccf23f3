import type { GroupJoining, GroupSeenBy, GroupStrangers, GroupWriters } from '@bocau/contract/groups.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** A group as operators see it: of the mail to it only numbers and times. */
export type GroupOverview = {
  id: number;
  email: string;
  name: string;
  domain: string;
  writers: GroupWriters;
  strangers: GroupStrangers;
  joining: GroupJoining;
  leaving: boolean;
  seen_by: GroupSeenBy;
  created_at: number;
  keepers: string[];
  /** Its own, not those of groups in it. */
  members: number;
  /** Members to whom nothing is sent, because too much came back. */
  suspended: number;
  /** Messages that wait for a keeper, and since when the oldest does. */
  held: number;
  held_since: number | null;
  /** Messages that are being brought to the members. */
  distributing: number;
};

/** By address, of one domain or of all. */
export async function readOverviews(
  db: ReadDb,
  { domainId, after, limit }: { domainId: number | null; after: string; limit: number },
): Promise<GroupOverview[]> {
  const ofDomain = domainId === null ? sql`` : sql`and g.domain_id = ${domainId}`;
  return readRows(db, overviews(sql`g.address > ${after} ${ofDomain} order by g.address limit ${limit}`));
}

export async function readOverview(db: ReadDb, address: string): Promise<GroupOverview | undefined> {
  return (await readRows(db, overviews(sql`g.address = ${address}`)))[0];
}

function overviews(condition: RawBuilder<unknown>): RawBuilder<GroupOverview> {
  return sql<GroupOverview>`
    select g.id, g.address as email, g.name, d.name as domain, g.writers, g.strangers, g.joining, g.leaving, g.seen_by,
      g.created_at,
      array(
        select p.email from group_keepers k join mailboxes p on p.id = k.person_id
        where k.group_id = g.id and p.deleted_at is null order by p.email) as keepers,
      m.members, m.suspended, h.held, h.held_since,
      (select count(*)::int from group_messages s where s.group_id = g.id and s.finished_at is null) as distributing
    from groups g join domains d on d.id = g.domain_id,
      lateral (
        select count(*)::int as members, count(suspended_at)::int as suspended
        from group_members where group_id = g.id) m,
      lateral (
        select count(*)::int as held, min(received_at) as held_since
        from group_held where group_id = g.id and decision is null) h
    where ${condition}`;
}

/** What waits for a keeper, the oldest first, without anything of what it says. */
export async function readHeldTimes(
  db: ReadDb,
  groupId: number,
  limit: number,
): Promise<{ id: string; from: string; received_at: number }[]> {
  return readRows(
    db,
    sql<{ id: string; from: string; received_at: number }>`
    select id, author as from, received_at from group_held where group_id = ${groupId} and decision is null
    order by received_at, id limit ${limit}`,
  );
}
