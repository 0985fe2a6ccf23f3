import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { GIVEN_UP } from '../../platform/jobs/given-up.store.ts';
import type { ProcessesTable, ReadDb, Tx } from '../../tables.ts';

export type ProcessRow = ProcessesTable;

/** Returns whether an administrator asked this process to drain. */
export async function writeProcess(tx: Tx, row: Omit<ProcessRow, 'drain_asked_at'>): Promise<boolean> {
  const { drain_asked_at } = await tx
    .insertInto('processes')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ seen_at: row.seen_at, draining: row.draining }),
    )
    .returning('drain_asked_at')
    .executeTakeFirstOrThrow();
  return drain_asked_at !== null;
}

export async function removeProcess(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('processes').where('id', '=', id).execute();
}

/** Deletes processes that ended without deregistering. */
export async function forgetProcesses(tx: Tx, seenBefore: number): Promise<void> {
  await tx.deleteFrom('processes').where('seen_at', '<', seenBefore).execute();
}

export async function readProcesses(db: ReadDb): Promise<ProcessRow[]> {
  return db.selectFrom('processes').selectAll().orderBy('host').orderBy('started_at').orderBy('id').execute();
}

/** False when there is no such process. */
export async function askToDrain(tx: Tx, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('processes')
    .set({ drain_asked_at: now })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type TaskCount = {
  task: string;
  /** Not started, due or not. */
  waiting: number;
  due: number;
  /** How many seconds the oldest due job has waited. */
  oldest_due: number | null;
  running: number;
  failed: number;
};

export async function countTasks(db: ReadDb): Promise<TaskCount[]> {
  return readRows(
    db,
    sql<TaskCount>`
    select t.identifier as task,
      count(*) filter (where j.is_available)::integer as waiting,
      count(*) filter (where j.is_available and j.run_at <= now())::integer as due,
      extract(epoch from now() - min(j.run_at) filter (where j.is_available and j.run_at <= now()))::integer
        as oldest_due,
      count(*) filter (where j.locked_at is not null)::integer as running,
      count(*) filter (where ${GIVEN_UP})::integer as failed
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    group by t.identifier`,
  );
}

export type DatabaseFacts = {
  version: string;
  standby: boolean;
  connections: number;
  most_connections: number;
};

export async function readDatabaseFacts(db: ReadDb): Promise<DatabaseFacts | undefined> {
  const [facts] = await readRows(
    db,
    sql<DatabaseFacts>`
    select current_setting('server_version') as version, pg_is_in_recovery() as standby,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::integer as most_connections`,
  );
  return facts;
}
