import { sql } from 'kysely';
import type { AnyReadDb } from './kysely-of.ts';
import { readRows } from './read-rows.ts';

/** The last migration that was applied. */
export async function readSchema(db: AnyReadDb): Promise<string> {
  const rows = await readRows(
    db,
    sql<{ name: string | null }>`select max(name) as name from schema_migrations`,
  );
  return rows[0]?.name ?? 'none';
}
