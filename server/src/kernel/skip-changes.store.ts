import { sql } from 'kysely';
import type { Tx } from '../tables.ts';
import { journals } from './kernels.ts';
import { SKIPPED_CHANGES } from './skipped-changes.ts';

type Ask = (statement: string) => Promise<{ rows: unknown[] }>;

/**
 * Clients may have seen other changes under the coming numbers: journals that begin after those make them
 * reload. The restored data may come from a release with fewer kernels or columns.
 */
export async function skipChanges(ask: Ask): Promise<void> {
  for (const { state, alsoSkipped = {} } of journals()) {
    const { rows } = await ask(
      `select attname as name from pg_attribute where attrelid = to_regclass('public.${state}') and attnum > 0`,
    );
    if (rows.length === 0) continue;
    const columns = new Set(rows.map((row) => (row as { name: string }).name));
    const others = Object.entries(alsoSkipped).filter(([column]) => columns.has(column));
    const set = [
      `seq = seq + ${SKIPPED_CHANGES}`,
      `forgotten_seq = seq + ${SKIPPED_CHANGES}`,
      ...others.map(([column, value]) => `${column} = ${value}`),
    ];
    await ask(`update ${state} set ${set.join(', ')}`);
  }
}

/** Runs statements in a transaction, in the form that a PostgreSQL client also has. */
export function statementsOf(tx: Tx): Ask {
  return (statement) => sql.raw(statement).execute(tx);
}
