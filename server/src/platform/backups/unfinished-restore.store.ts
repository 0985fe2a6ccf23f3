import type pg from 'pg';

/**
 * A restore that has begun and not finished. It is recorded in a table that no migration creates: created
 * before all others and dropped last. While it exists, nothing may start on the database, and only the same
 * restore may continue.
 */
export type UnfinishedRestore = {
  backup: string;
  /** The folder of backups. */
  dir: string;
  /** The installation id of the empty tables that were there before, if any. */
  before: string | null;
  /** Whether the rows are loaded, so that the installation is no longer empty. */
  loaded: boolean;
};

export async function readUnfinishedRestore(client: pg.ClientBase): Promise<UnfinishedRestore | null> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.unfinished_restore') is not null as there`,
  );
  if (!rows[0]?.there) return null;
  const found = await client.query<UnfinishedRestore>(
    'select backup, dir, before, loaded from unfinished_restore',
  );
  return found.rows[0] ?? null;
}

export async function noteRestore(
  client: pg.ClientBase,
  { backup, dir, before }: Omit<UnfinishedRestore, 'loaded'>,
): Promise<void> {
  await client.query('begin');
  await client.query('drop table if exists unfinished_restore');
  await client.query(
    'create table unfinished_restore (backup text, dir text, before text, loaded boolean default false)',
  );
  await client.query('insert into unfinished_restore (backup, dir, before) values ($1, $2, $3)', [
    backup,
    dir,
    before,
  ]);
  await client.query('commit');
}

/** Runs in the transaction that loads the rows. */
export async function noteLoaded(client: pg.ClientBase): Promise<void> {
  await client.query('update unfinished_restore set loaded = true');
}

export async function forgetRestore(client: pg.ClientBase): Promise<void> {
  await client.query('drop table unfinished_restore');
}
