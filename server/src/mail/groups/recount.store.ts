import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { distributeTask } from './accept-for-group.ts';

/** What is wrong, in which group or with which message, and how often. */
export type GroupFault = { fault: string; entity: string; detail: string };

/** Rows of a group that is gone, or of a person who is. */
const OF_GROUP = [
  ...(['group_members', 'group_writers', 'group_keepers', 'group_allowed', 'group_requests'] as const),
  ...(['group_failures', 'group_held', 'group_messages'] as const),
];
const OF_PERSON = ['group_members', 'group_keepers', 'group_requests'] as const;

const NO_GROUP = sql`not exists (select from groups g where g.id = r.group_id)`;
const NO_PERSON = sql`r.person_id is not null and not exists (select from mailboxes p where p.id = r.person_id)`;
const NO_INNER = sql`r.member_group_id is not null and not exists (select from groups g where g.id = r.member_group_id)`;
const WITHOUT_JOB = sql`r.finished_at is null and r.blob is not null and not exists (
  select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = ${distributeTask.name} and j.payload->>'id' = r.id::text and j.attempts < j.max_attempts)`;

/** Looks at all groups of the installation; up to a limit per kind of fault. */
export async function readGroupFaults(db: ReadDb, limit: number): Promise<GroupFault[]> {
  const orphans = OF_GROUP.map(
    (table) => sql`(
      select ${`rows of ${table} without a group`}::text as fault, r.group_id::text as entity, count(*)::text as detail
      from ${sql.table(table)} r where ${NO_GROUP} group by r.group_id limit ${limit})`,
  );
  const ofNobody = OF_PERSON.map(
    (table) => sql`(
      select ${`rows of ${table} of nobody`}::text, r.group_id::text, count(*)::text
      from ${sql.table(table)} r where ${NO_PERSON} group by r.group_id limit ${limit})`,
  );
  return readRows(
    db,
    sql<GroupFault>`
    select * from (
    ${sql.join([...orphans, ...ofNobody], sql` union all `)}
    union all
    (select 'members that are no group', r.group_id::text, count(*)::text from group_members r
      where ${NO_INNER} group by r.group_id limit ${limit})
    union all
    (select 'held message without its source', r.id::text, '' from group_held r
      where r.decision is null and r.blob is null limit ${limit})
    union all
    (select 'message without its source', r.id::text, '' from group_messages r
      where r.finished_at is null and r.blob is null limit ${limit})
    union all
    (select 'message that no job distributes', r.id::text, '' from group_messages r
      where ${WITHOUT_JOB} limit ${limit})) found`,
  );
}

/** Removes what belongs to nothing; what has lost its source can be brought to nobody and is over. */
export async function removeGroupFaults(tx: Tx, now: number): Promise<void> {
  for (const table of OF_GROUP) {
    if (table === 'group_held' || table === 'group_messages')
      await orphanBlobs(
        sql`select r.blob from ${sql.table(table)} r where r.blob is not null and ${NO_GROUP}`,
        now,
      ).execute(tx);
    await sql`delete from ${sql.table(table)} r where ${NO_GROUP}`.execute(tx);
  }
  for (const table of OF_PERSON) await sql`delete from ${sql.table(table)} r where ${NO_PERSON}`.execute(tx);
  await sql`delete from group_members r where ${NO_INNER}`.execute(tx);
  await sql`
    update group_held set decision = 'expired', decided_at = ${now}
    where decision is null and blob is null`.execute(tx);
  await sql`
    update group_messages set finished_at = ${now} where finished_at is null and blob is null`.execute(tx);
}

/** Messages that no job brings to the members any more. */
export async function readWithoutJob(db: ReadDb): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`select r.id from group_messages r where ${WITHOUT_JOB}`,
  );
  return rows.map(({ id }) => id);
}
