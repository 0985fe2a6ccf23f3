import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type NamesOfPlaces = { folders: Map<string, string>; rules: Map<string, string> };

type Named = { id: string; name: string };

/** The names of the folders and rules that filed mail to these addresses. */
export async function readNamesOfPlaces(
  db: ReadDb,
  addresses: string[],
  folders: string[],
  rules: string[],
): Promise<NamesOfPlaces> {
  const own = sql`any(array(select mailbox_id from addresses where address = any(${addresses}::text[])))`;
  const [named, ruled] = await Promise.all([
    folders.length === 0
      ? []
      : readRows<Named>(
          db,
          sql`select id, name from folders where mailbox_id = ${own} and id = any(${folders}::uuid[])`,
        ),
    rules.length === 0
      ? []
      : readRows<Named>(
          db,
          sql`
          select id, coalesce(nullif(definition->>'name', ''), definition->>'type') as name from rules
          where mailbox_id = ${own} and id = any(${rules}::uuid[])`,
        ),
  ]);
  return {
    folders: new Map(named.map(({ id, name }) => [id, name])),
    rules: new Map(ruled.map(({ id, name }) => [id, name])),
  };
}
