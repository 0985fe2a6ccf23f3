import { sql } from 'kysely';
import type { Tx } from '../tables.ts';
import { journals } from './kernels.ts';

/** Further than any mailbox comes between a backup and a restore, or before a failover is seen. */
const SKIPPED_CHANGES = 1_000_000_000;

type Ask = (statement: string) => Promise<{ rows: unknown[] }>;

/**
 * Every client may have seen other changes under the numbers to come: with journals that begin behind them it reads anew.
 * What is restored may be of a release that had fewer kernels.
 */
export async function skipChanges(ask: Ask): Promise<void> {
  for (const { state } of journals()) {
    const { rows } = await ask(`select from pg_class where oid = to_regclass('public.${state}')`);
    if (rows.length === 0) continue;
    await ask(`update ${state} set seq = seq + ${SKIPPED_CHANGES}, forgotten_seq = seq + ${SKIPPED_CHANGES}`);
  }
}

/** The same of a transaction as of a client of PostgreSQL. */
export function statementsOf(tx: Tx): Ask {
  return (statement) => sql.raw(statement).execute(tx);
}
