import type { GroupJoining, GroupSeenBy } from '@bocau/contract/groups.ts';
import type { OwnGroup } from '@bocau/contract/own-groups.ts';
import { type RawBuilder, sql } from 'kysely';
import type { GroupStanding } from '../../access/authorize.ts';
import { findPeopleOfDomain, type Keeper } from '../../mail/people/people-of-domain.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** What a person is in a group of their domain. */
export type Standing = {
  groupId: number;
  address: string;
  domain: { id: number; name: string };
  as: GroupStanding;
  member: boolean;
  joining: GroupJoining;
  leaving: boolean;
  seenBy: GroupSeenBy;
};

/**
 * Undefined where there is no such group for this person: of another domain only its members know, and none who is
 * suspended, who may hold a link of a notice still.
 */
export async function readStanding(
  db: ReadDb,
  personId: number,
  address: string,
): Promise<Standing | undefined> {
  return (await readRows(db, standingWhere(personId, sql`g.address = ${address}`)))[0];
}

/** The same for whoever acts without a session: undefined also where the person could not sign in just now. */
export async function readStandingIn(
  db: ReadDb,
  personId: number,
  groupId: number,
): Promise<Standing | undefined> {
  const signsIn = sql`(select own.active from domains own where own.id = p.domain_id)`;
  return (await readRows(db, standingWhere(personId, sql`g.id = ${groupId} and d.active and ${signsIn}`)))[0];
}

function standingWhere(personId: number, condition: RawBuilder<unknown>): RawBuilder<Standing> {
  return sql<Standing>`
    select s.* from (
      select g.id as "groupId", g.address, jsonb_build_object('id', d.id, 'name', d.name) as domain,
        g.joining, g.leaving, g.seen_by as "seenBy",
        exists (select from group_members m where m.group_id = g.id and m.person_id = p.id) as member,
        case
          when p.domain_id = g.domain_id and p.kind = 'owner' then 'owner'
          when p.domain_id = g.domain_id and exists (
            select from group_keepers k where k.group_id = g.id and k.person_id = p.id) then 'keeper'
          when exists (
            select from group_members m where m.group_id = g.id and m.person_id = p.id) then 'member'
          when p.domain_id = g.domain_id then 'colleague'
        end as "as"
      from groups g join domains d on d.id = g.domain_id
      join mailboxes p on p.id = ${personId} and p.active and p.deleted_at is null
      where ${condition}) s
    where s.as is not null`;
}

/** The groups that a person is a member of, keeps or may join, by address; or one of them. */
export async function readOwnGroups(
  db: ReadDb,
  personId: number,
  which: { after: string; limit: number } | { only: string },
): Promise<OwnGroup[]> {
  const page =
    'only' in which
      ? sql`where g.address = ${which.only}`
      : sql`where g.address > ${which.after} order by g.address limit ${which.limit}`;
  return readRows(
    db,
    sql<OwnGroup>`
    with person as (
      select id, domain_id, kind = 'owner' as owns from mailboxes where id = ${personId} and deleted_at is null
    ), mine as (
      select m.group_id as id from group_members m join person p on m.person_id = p.id
      union
      select k.group_id from group_keepers k join person p on k.person_id = p.id
      union
      select g.id from groups g join person p
        on g.domain_id = p.domain_id and (p.owns or g.joining <> 'nobody')
    ), page as (
      select g.id, g.address, g.name, g.joining, g.leaving, g.seen_by,
        exists (select from group_requests r where r.group_id = g.id and r.person_id = p.id) as asked,
        p.domain_id = g.domain_id and (p.owns or exists (
          select from group_keepers k where k.group_id = g.id and k.person_id = p.id)) as keeps,
        exists (select from group_members m where m.group_id = g.id and m.person_id = p.id) as member
      from mine join groups g on g.id = mine.id cross join person p
      ${page}
    )
    select g.address as email, g.name, g.keeps, g.member, g.joining, g.asked,
      g.member and (g.leaving or g.keeps) as may_leave,
      g.keeps or g.seen_by = 'domain' or (g.seen_by = 'members' and g.member) as sees_members,
      case when g.keeps
        then (select count(*)::int from group_requests r where r.group_id = g.id)
        else 0 end as requests,
      (select count(*)::int from group_members m left join mailboxes shown on shown.id = m.person_id
        where m.group_id = g.id and (g.keeps or shown.hidden is not true)) as members,
      case when g.keeps
        then (select count(*)::int from group_held h where h.group_id = g.id and h.decision is null)
        else 0 end as held
    from page g order by g.address`,
  );
}

export async function readKeepers(db: ReadDb, groupId: number): Promise<Keeper[]> {
  return readRows(
    db,
    sql<Keeper>`
    select p.email, p.name from group_keepers k join mailboxes p on p.id = k.person_id
    where k.group_id = ${groupId} and p.deleted_at is null order by p.email`,
  );
}

/** Makes these people of the domain the keepers; answers those who are none of it, and changes nothing then. */
export async function replaceKeepers(
  tx: Tx,
  group: { id: number; domainId: number },
  addresses: string[],
  at: number,
): Promise<string[]> {
  const { ids, strangers } = await findPeopleOfDomain(tx, group.domainId, addresses);
  if (strangers.length > 0) return strangers;
  await sql`
    delete from group_keepers where group_id = ${group.id} and person_id <> all(${ids}::bigint[])`.execute(
    tx,
  );
  await sql`
    insert into group_keepers (group_id, person_id, added_at)
    select ${group.id}, id, ${at} from unnest(${ids}::bigint[]) as p(id) on conflict do nothing`.execute(tx);
  return [];
}

export async function readAllowed(db: ReadDb, groupId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('group_allowed')
    .select('address')
    .where('group_id', '=', groupId)
    .orderBy('address')
    .execute();
  return rows.map(({ address }) => address);
}

/** Which of these groups a person keeps. */
export async function readKeptOf(db: ReadDb, personId: number, groupIds: number[]): Promise<number[]> {
  if (groupIds.length === 0) return [];
  const rows = await db
    .selectFrom('group_keepers')
    .select('group_id')
    .where('person_id', '=', personId)
    .where('group_id', 'in', groupIds)
    .execute();
  return rows.map(({ group_id }) => group_id);
}

export async function deleteAllowed(tx: Tx, groupId: number, address: string): Promise<void> {
  await tx
    .deleteFrom('group_allowed')
    .where('group_id', '=', groupId)
    .where('address', '=', address)
    .execute();
}

export async function replaceAllowed(tx: Tx, groupId: number, addresses: string[]): Promise<void> {
  await tx.deleteFrom('group_allowed').where('group_id', '=', groupId).execute();
  await sql`
    insert into group_allowed (group_id, address)
    select ${groupId}, address from unnest(${addresses}::text[]) as w(address)`.execute(tx);
}

/** Who is told what waits: the keepers who can act on it, or where there are none, such owners of the domain. */
export async function readTold(db: ReadDb, groupId: number): Promise<{ mailboxId: number; email: string }[]> {
  return readRows(
    db,
    sql<{ mailboxId: number; email: string }>`
    with people as (
      select p.id, p.email, p.kind, exists (
        select from group_keepers k where k.group_id = g.id and k.person_id = p.id) as keeps
      from groups g join domains d on d.id = g.domain_id and d.active
      join mailboxes p on p.domain_id = g.domain_id
      where g.id = ${groupId} and p.active and p.deleted_at is null
        and (p.kind = 'owner' or p.id in (select k.person_id from group_keepers k where k.group_id = g.id))
    )
    select id as "mailboxId", email from people
    where keeps or not exists (select from people where keeps) order by id`,
  );
}

/** Of one group one run at a time files notices; until the end of the transaction. */
export async function lockTelling(tx: Tx, groupId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tell keepers ${groupId}`}, 0))`.execute(tx);
}

export async function writeToldAt(tx: Tx, groupId: number, at: number): Promise<void> {
  await tx.updateTable('groups').set({ keepers_told_at: at }).where('id', '=', groupId).execute();
}

/** Of one group: its address, and when its keepers were last told. */
export async function readToldAt(
  db: ReadDb,
  groupId: number,
): Promise<{ address: string; toldAt: number | null } | undefined> {
  const group = db
    .selectFrom('groups')
    .select(['address', 'keepers_told_at as toldAt'])
    .where('id', '=', groupId);
  return group.executeTakeFirst();
}
