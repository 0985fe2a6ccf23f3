import type { GroupRequest } from '@bocau/contract/own-groups.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** False when they asked before. */
export async function insertRequest(tx: Tx, groupId: number, personId: number, at: number): Promise<boolean> {
  const { rows } = await sql`
    insert into group_requests (group_id, person_id, asked_at) values (${groupId}, ${personId}, ${at})
    on conflict do nothing returning person_id`.execute(tx);
  return rows.length > 0;
}

export async function deleteRequest(tx: Tx, groupId: number, personId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('group_requests')
    .where('group_id', '=', groupId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Who asked to join, from the oldest on. */
export async function readRequests(
  db: ReadDb,
  groupId: number,
): Promise<(GroupRequest & { personId: number })[]> {
  return readRows(
    db,
    sql<GroupRequest & { personId: number }>`
    select p.id as "personId", p.email, p.name, r.asked_at
    from group_requests r join mailboxes p on p.id = r.person_id
    where r.group_id = ${groupId} and p.deleted_at is null order by r.asked_at, p.id`,
  );
}

/** The address by which a person was in the group; undefined when they were not. */
export async function deletePerson(tx: Tx, groupId: number, personId: number): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    delete from group_members where group_id = ${groupId} and person_id = ${personId} returning address`.execute(
    tx,
  );
  return rows[0]?.address;
}
