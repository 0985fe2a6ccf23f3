import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { GroupMessageFacts, ReadDb } from '../../tables.ts';

/** A message to a group, in the making or distributed within the last days. */
export type Distribution = {
  id: string;
  groupId: number;
  domainId: number;
  address: string;
  place: number;
  facts: GroupMessageFacts;
  receivedAt: number;
  finishedAt: number | null;
  filedTo: number;
  sentTo: string;
};

/** The latest of these. */
export async function readDistributions(db: ReadDb, ids: string[], limit: number): Promise<Distribution[]> {
  return readRows(
    db,
    sql<Distribution>`
    select m.id, m.group_id as "groupId", g.domain_id as "domainId", g.address, m.place, m.facts,
      m.received_at as "receivedAt", m.finished_at as "finishedAt", m.filed_to as "filedTo", m.sent_to as "sentTo"
    from group_messages m join groups g on g.id = m.group_id where m.id = any(${ids}::uuid[])
    order by m.received_at desc, m.place desc limit ${limit}`,
  );
}

/** Held messages of these on which no keeper has decided. */
export async function readUndecided(db: ReadDb, ids: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`select id from group_held where id = any(${ids}::uuid[]) and decision is null`,
  );
  return rows.map(({ id }) => id);
}
