import type { Kysely } from 'kysely';

/** The methods of Kysely that every database type here shares, whatever its tables. */
export type AnyReadDb = Record<'selectFrom' | 'selectNoFrom' | 'fn', unknown>;

/**
 * The Kysely behind a database type, which can write without a transaction. Only for platform/db and the
 * test-kit; `npm run check` enforces this.
 */
export function kyselyOf<Tables>(db: AnyReadDb): Kysely<Tables> {
  return db as Kysely<Tables>;
}
