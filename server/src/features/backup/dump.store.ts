import type { Readable } from 'node:stream';
import pg from 'pg';
import { blobColumns } from '../../kernel/kernels.ts';
import { copyOut } from '../../platform/db/copy.ts';

const name = pg.escapeIdentifier;

/** Starts a snapshot transaction on the connection, for as long as it takes. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('set idle_session_timeout = 0');
  await client.query('begin isolation level repeatable read read only');
}

export async function endSnapshot(client: pg.Client): Promise<void> {
  await client.query('commit');
}

export async function readServerVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}

export async function readMigrations(client: pg.Client): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  );
  return rows;
}

export type TableColumns = { table: string; columns: string[] };

/** Every table with its stored columns; generated columns are omitted. */
export async function readTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    select c.relname::text as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
}

export type Identity = { table: string; column: string; last: number | null };

/** The state of the identity sequences, so that no number is used twice. */
export async function readIdentities(client: pg.Client): Promise<Identity[]> {
  const { rows } = await client.query<{ table: string; column: string; last: string | null }>(`
    select c.relname::text as table, a.attname::text as column,
      pg_sequence_last_value(pg_get_serial_sequence(c.oid::regclass::text, a.attname)::regclass) as last
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and not c.relispartition
      and not a.attisdropped
    order by 1, 2`);
  return rows.map((row) => ({ ...row, last: row.last === null ? null : Number(row.last) }));
}

/** By a query, because COPY of a partitioned table copies no rows. */
export function copyTable(client: pg.Client, { table, columns }: TableColumns): CopiedRows {
  const list = columns.map(name).join(', ');
  return copyOut(client, `copy (select ${list} from ${name(table)}) to stdout`);
}

export type CopiedRows = Readable & { rows(): number };

/** The arguments of `add_job`, for all pending jobs. */
export function copyJobs(client: pg.Client): CopiedRows {
  return copyOut(
    client,
    `copy (
      select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
        (select array_agg(flag order by flag) from jsonb_object_keys(j.flags) flag)
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where j.attempts < j.max_attempts or j.locked_at is not null
      order by j.id
    ) to stdout`,
  );
}

/** The key of every referenced blob, sorted. A database that is not migrated yet may lack tables of this release. */
export function copyBlobKeys(client: pg.Client, tables: TableColumns[]): CopiedRows {
  const there = new Set(tables.map(({ table }) => table));
  const columns = blobColumns().filter(({ table }) => there.has(table));
  const named = columns.map(({ table, column, unless }) => {
    const only = unless === undefined ? '' : ` and ${name(unless)} is null`;
    return `select ${name(column)} as blob from ${name(table)} where ${name(column)} is not null${only}`;
  });
  // Mail that is only forwarded has no row: only its job references it.
  named.push(`select decode(payload->>'blob', 'hex') from graphile_worker._private_jobs
    where payload->>'blob' ~ '^[0-9a-f]{64}$'`);
  return copyOut(
    client,
    `copy (select encode(blob, 'hex') from (${named.join(' union ')}) named order by blob) to stdout`,
  );
}
