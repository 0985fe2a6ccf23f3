import type {
  GroupJoining,
  GroupMember,
  GroupSeenBy,
  GroupStrangers,
  GroupWriters,
  ListedGroup,
} from '@bocau/contract/groups.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

type NewGroup = {
  domain_id: number;
  address: string;
  name: string;
  writers: GroupWriters;
  created_at: number;
};

/** Undefined when a person, a group or a room has the address. */
export async function insertGroup(tx: Tx, group: NewGroup): Promise<number | undefined> {
  const { domain_id, address, name, writers, created_at } = group;
  const { rows } = await sql<{ id: number }>`
    insert into groups (domain_id, address, name, writers, created_at)
    select ${domain_id}, ${address}, ${name}, ${writers}, ${created_at}
    where not exists (select from addresses a where a.address = ${address})
      and not exists (select from calendar_rooms r where r.address = ${address})
    on conflict (address) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

export type GroupRow = ListedGroup & {
  id: number;
  strangers: GroupStrangers;
  joining: GroupJoining;
  leaving: boolean;
  seen_by: GroupSeenBy;
};

const SHOWN = sql`g.id, g.address as email, g.name, g.writers, g.strangers, g.joining, g.leaving, g.seen_by,
  g.created_at,
  (select count(*)::int from group_members m where m.group_id = g.id) as members`;

export async function readGroups(
  db: ReadDb,
  domainId: number,
  { after, limit }: { after: string; limit: number },
): Promise<GroupRow[]> {
  return readRows(
    db,
    sql<GroupRow>`
    select ${SHOWN} from groups g where g.domain_id = ${domainId} and g.address > ${after}
    order by g.address limit ${limit}`,
  );
}

export async function readGroup(
  db: ReadDb,
  domainId: number,
  address: string,
): Promise<GroupRow | undefined> {
  const rows = await readRows(
    db,
    sql<GroupRow>`
    select ${SHOWN} from groups g where g.domain_id = ${domainId} and g.address = ${address}`,
  );
  return rows[0];
}

export async function updateGroup(
  tx: Tx,
  groupId: number,
  changes: Partial<Pick<GroupRow, 'name' | 'writers' | 'strangers' | 'joining' | 'leaving' | 'seen_by'>>,
): Promise<void> {
  await tx.updateTable('groups').set(changes).where('id', '=', groupId).execute();
}

export async function deleteGroupRow(tx: Tx, groupId: number): Promise<void> {
  await tx.deleteFrom('groups').where('id', '=', groupId).execute();
}

export async function readNamedWriters(db: ReadDb, groupId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('group_writers')
    .select('address')
    .where('group_id', '=', groupId)
    .orderBy('address')
    .execute();
  return rows.map(({ address }) => address);
}

export async function replaceNamedWriters(tx: Tx, groupId: number, addresses: string[]): Promise<void> {
  await tx.deleteFrom('group_writers').where('group_id', '=', groupId).execute();
  await sql`
    insert into group_writers (group_id, address)
    select ${groupId}, address from unnest(${addresses}::text[]) as w(address)`.execute(tx);
}

export async function readMembers(
  db: ReadDb,
  groupId: number,
  { after, limit, forColleagues = false }: { after: string; limit: number; forColleagues?: boolean },
): Promise<(GroupMember & { address: string })[]> {
  // Who is hidden is in no list that colleagues are shown.
  const shown = forColleagues ? sql`and p.hidden is not true` : sql``;
  return readRows(
    db,
    sql<GroupMember & { address: string }>`
    select m.address, coalesce(p.email, g.address, m.address) as email, coalesce(p.name, g.name, '') as name,
      case when p.id is not null then 'person' when g.id is not null then 'group' else 'outside' end as kind,
      m.added_at, m.suspended_at
    from group_members m
    left join mailboxes p on p.id = m.person_id
    left join groups g on g.id = m.member_group_id
    where m.group_id = ${groupId} and m.address > ${after} ${shown}
    order by m.address limit ${limit}`,
  );
}

/** What an address is: a person or a group of the domain; neither for one elsewhere, or of nobody. */
export type Known = { address: string; person_id: number | null; member_group_id: number | null };

/** A person of another domain counts by an address that they have in this one. */
export async function findKnown(
  db: ReadDb,
  { id, name }: { id: number; name: string },
  addresses: string[],
): Promise<Known[]> {
  return readRows(
    db,
    sql<Known>`
    select w.address, p.id as person_id, g.id as member_group_id
    from unnest(${addresses}::text[]) as w(address)
    left join addresses a on a.address = w.address
    left join mailboxes p on p.id = a.mailbox_id and p.deleted_at is null
      and (p.domain_id = ${id} or split_part(w.address, '@', 2) = ${name})
    left join groups g on g.address = w.address and g.domain_id = ${id}`,
  );
}

/** The addresses of those that were not in it; one person counts once. */
export async function insertMembers(
  tx: Tx,
  groupId: number,
  members: Known[],
  at: number,
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    insert into group_members (group_id, address, person_id, member_group_id, added_at)
    select ${groupId}, m.address, m.person_id, m.member_group_id, ${at}
    from unnest(
      ${members.map(({ address }) => address)}::text[],
      ${members.map(({ person_id: id }) => id)}::bigint[],
      ${members.map(({ member_group_id: id }) => id)}::bigint[]
    ) as m(address, person_id, member_group_id)
    on conflict do nothing returning address`.execute(tx);
  return rows.map(({ address }) => address);
}

/** The removed member's address in the group, and which group it was; undefined when nobody in it has this address. */
export async function deleteMember(
  tx: Tx,
  groupId: number,
  address: string,
): Promise<{ address: string; groupId: number | null } | undefined> {
  const { rows } = await sql<{ address: string; groupId: number | null }>`
    delete from group_members m where m.group_id = ${groupId} and (
      m.address = ${address}
      or m.person_id = (select a.mailbox_id from addresses a where a.address = ${address}))
    returning m.address, m.member_group_id as "groupId"`.execute(tx);
  return rows[0];
}

/** `levels`: how many groups lie one in another at most; `circle`: the group would be in itself. */
export type Nesting = { levels: number; circle: boolean };

/** What would be if these groups were members. Counted up to a limit, as there may be circles. */
export async function readNesting(
  db: ReadDb,
  groupId: number,
  members: number[],
  most: number,
): Promise<Nesting> {
  const [row] = await readRows<Nesting>(
    db,
    sql`
    with recursive below(id, level) as (
      select id, 1 from unnest(${members}::bigint[]) as m(id)
      union
      select m.member_group_id, b.level + 1 from below b join group_members m on m.group_id = b.id
      where m.member_group_id is not null and b.level <= ${most}
    ), above(id, level) as (
      select ${groupId}::bigint, 1
      union
      select m.group_id, a.level + 1 from above a join group_members m on m.member_group_id = a.id
      where a.level <= ${most}
    )
    select coalesce((select max(level) from below), 0) + (select max(level) from above) as levels,
      exists (select from below where id = ${groupId}) as circle`,
  );
  return row as Nesting;
}
