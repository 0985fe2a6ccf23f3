import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type GroupMember = { group: string; name: string; email: string };

/**
 * The members of groups of one's own domain, and of groups in them, up to `limit` of all; none of a group in which
 * there is anybody whom one may not see.
 */
export async function readMembersOfGroups(
  db: ReadDb,
  person: number,
  addresses: readonly string[],
  limit: number,
): Promise<GroupMember[]> {
  return readRows(
    db,
    sql<GroupMember>`
    with recursive me as (
      select id, domain_id, kind = 'owner' as owns from mailboxes where id = ${person} and deleted_at is null
    ), reached as (
      select g.address as root, g.id from groups g join me on me.domain_id = g.domain_id
      where g.address = any(${[...addresses]}::text[])
      union
      select r.root, m.member_group_id from reached r join group_members m on m.group_id = r.id
      where m.member_group_id is not null
    ), seen as (
      select r.root, r.id, me.owns or exists (
        select from group_keepers k where k.group_id = r.id and k.person_id = me.id) as keeps,
        g.seen_by = 'domain' or (g.seen_by = 'members' and exists (
          select from group_members m where m.group_id = r.id and m.person_id = me.id)) as sees
      from reached r join groups g on g.id = r.id cross join me
    ), members as (
      select s.root, coalesce(p.email, m.address) as email, coalesce(p.name, '') as name,
        s.keeps or (s.sees and p.hidden is not true) as is_seen, coalesce(p.active and p.deleted_at is null, true) as is_there
      from seen s join group_members m on m.group_id = s.id and m.member_group_id is null
      left join mailboxes p on p.id = m.person_id
    )
    select distinct m.root as "group", m.name, m.email from members m
    where m.is_there and not exists (select from members h where h.root = m.root and not h.is_seen)
      and not exists (select from seen h where h.root = m.root and not (h.keeps or h.sees))
    order by 1, 3 limit ${limit}`,
  );
}
