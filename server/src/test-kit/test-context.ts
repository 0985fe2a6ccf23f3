import type { Kysely } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Db, Tables } from '../tables.ts';

/** Tests may also write the database directly, to set up their initial state. */
export type TestDb = Db & Kysely<Tables>;

export type TestContext = AppContext & { db: TestDb };

export function testContext(context: AppContext): TestContext {
  return context as TestContext;
}
