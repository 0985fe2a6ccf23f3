import type { Writable } from 'node:stream';
import pg from 'pg';
import { LOCAL } from '../../mail/outbox/outbox-recipients.store.ts';
import { PARKED_SECONDS } from '../../platform/backups/parked-seconds.ts';
import { forgetRestore } from '../../platform/backups/unfinished-restore.store.ts';
import { copyIn } from '../../platform/db/copy.ts';
import type { Task } from '../../platform/jobs/task.ts';
import type { Identity, TableColumns } from './dump.store.ts';

const name = pg.escapeIdentifier;

export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as there`,
  );
  return rows[0]?.there === true;
}

export type Contents = { domains: number; mailboxes: number; acts: number };

/** Zero for a missing table: the tables may be those of an interrupted restore. */
export async function countContents(client: pg.Client): Promise<Contents> {
  const count = async (table: string) => {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      `public.${table}`,
    ]);
    if (!rows[0]?.there) return 0;
    const counted = await client.query<{ count: number }>(
      `select count(*)::integer as count from ${name(table)}`,
    );
    return counted.rows[0]?.count ?? 0;
  };
  return {
    domains: await count('domains'),
    mailboxes: await count('mailboxes'),
    acts: await count('audit_log'),
  };
}

export async function beginLoad(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('begin');
  await client.query(`set local maintenance_work_mem = '256MB'`);
}

/**
 * Without users there are only a few rows. The audit log stays: its rows must not be deleted, and `truncate`
 * would, through foreign keys.
 */
export async function emptyTables(client: pg.Client, tables: string[]): Promise<void> {
  for (const table of tables) if (table !== 'audit_log') await client.query(`delete from ${name(table)}`);
}

/** The installation id of these tables; null when there are none yet. */
export async function readInstallation(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.installation') is not null as there`,
  );
  if (!rows[0]?.there) return null;
  const found = await client.query<{ id: string }>('select id from installation');
  return found.rows[0]?.id ?? null;
}

/**
 * Drops foreign keys and non-constraint indexes, which would be maintained row by row; returns the statements
 * that recreate them.
 */
export async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as make
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
    union all
    select format('drop index %s', i.indexrelid::regclass),
      -- Of a partitioned table it is written as one of the parent alone.
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
    from pg_index i join pg_class x on x.oid = i.indexrelid
    where x.relnamespace = 'public'::regnamespace and not x.relispartition
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make).reverse();
}

export async function makeIndexes(client: pg.Client, statements: string[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

export function loadTable(client: pg.Client, { table, columns }: TableColumns): LoadedRows {
  return copyIn(client, `copy ${name(table)} (${columns.map(name).join(', ')}) from stdin`);
}

type LoadedRows = Writable & { rows(): number };

export async function setIdentity(client: pg.Client, { table, column, last }: Identity): Promise<void> {
  if (last === null) return;
  await client.query('select setval(pg_get_serial_sequence($1, $2)::regclass, $3)', [
    name(table),
    column,
    last,
  ]);
}

/**
 * Restores the jobs, except those that would start parked messages. Those of `telling` are told that what they send may
 * have left.
 */
export async function loadJobs(
  client: pg.Client,
  load: (into: Writable) => Promise<void>,
  { starting, leaving, telling }: { starting: string[]; leaving: string[]; telling: string[] },
  now: number,
): Promise<void> {
  await client.query(`
    create temporary table restored_jobs (identifier text, payload json, queue_name text, run_at timestamptz,
      max_attempts integer, key text, priority integer, flags text[]) on commit drop`);
  await load(copyIn(client, 'copy restored_jobs from stdin'));
  await client.query(
    `select count(graphile_worker.add_job(identifier,
      case when identifier = any ($4::text[]) then (payload::jsonb || '{"mayHaveLeft": true}')::json else payload end, queue_name, run_at, max_attempts, key, priority, flags))
    from restored_jobs
    where (identifier <> all ($1::text[]) or run_at > to_timestamp($2::bigint))
      and not (identifier = any ($3::text[]) and payload->>'messageId' is not null)`,
    [starting, now, leaving, telling],
  );
}

/** Like `addJob`, on a plain connection. */
export async function addJobOf(
  client: pg.Client,
  { name: task, maxAttempts }: Pick<Task<object>, 'name' | 'maxAttempts'>,
): Promise<void> {
  await client.query(
    `select from graphile_worker.add_job($1::text, '{}'::json, max_attempts => $2::integer)`,
    [task, maxAttempts],
  );
}

/** Parks messages that may have been sent since the backup, so that they are not sent twice automatically. */
export async function parkSending(client: pg.Client, now: number, reply: string): Promise<void> {
  await client.query(`update outbox set due_at = due_at + $1 where state = 'held' and due_at <= $2`, [
    PARKED_SECONDS,
    now,
  ]);
  await client.query(
    `update outbox_recipients set state = 'unclear', reply = $1, at = $2
    where state in ('waiting', 'trying', 'handing_over', 'held') and destination <> $3`,
    [reply, now, LOCAL],
  );
  await client.query(
    `update periodic_sends set next_at = next_at + $1 where state = 'active' and next_at <= $2`,
    [PARKED_SECONDS, now],
  );
  // A backup of an older release has none.
  const there = async (table: string) => {
    const { rows } = await client.query('select from pg_class where oid = to_regclass($1)', [
      `public.${table}`,
    ]);
    return rows.length > 0;
  };
  if (await there('calendar_owed')) {
    await client.query('update calendar_owed set due_at = due_at + $1', [PARKED_SECONDS]);
  }
  if (await there('merges')) {
    await client.query(`update merges set state = 'paused', paused_by = 'restored' where state = 'running'`);
  }
}

/** A token may have been revoked since the backup. */
export async function revokeTokens(client: pg.Client, now: number): Promise<void> {
  const { rows } = await client.query(`select from pg_class where oid = to_regclass('public.admin_tokens')`);
  if (rows.length > 0) {
    await client.query('update admin_tokens set revoked_at = $1 where revoked_at is null', [now]);
  }
}

export async function endLoad(client: pg.Client): Promise<void> {
  await client.query('commit');
}

/** Recorded in the restored installation's audit log, in the transaction after which it may be started. */
export async function endRestore(
  client: pg.Client,
  { at, by, name: backup, dir }: { at: number; by: string; name: string; dir: string },
): Promise<void> {
  await client.query('begin');
  await client.query(
    `insert into audit_log (at, actor, address, person, act, after)
    values ($1, $2, '', $3, 'installation_restored', $4)`,
    [at, by, backup, dir],
  );
  await forgetRestore(client);
  await client.query('commit');
}

export async function analyze(client: pg.Client): Promise<void> {
  await client.query('analyze');
}
