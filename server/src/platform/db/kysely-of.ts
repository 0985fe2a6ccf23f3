import type { Kysely } from 'kysely';

/** What every database type of ours shows of a Kysely, whatever its tables. */
export type AnyReadDb = Record<'selectFrom' | 'selectNoFrom' | 'fn', unknown>;

/**
 * The Kysely behind a database type: it can write without a transaction. Only for platform/db and the test-kit, which
 * `npm run check` holds to.
 */
export function kyselyOf<Tables>(db: AnyReadDb): Kysely<Tables> {
  return db as Kysely<Tables>;
}
