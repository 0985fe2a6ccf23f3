import type { Kysely } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Db, Tables } from '../tables.ts';

/** In tests the database can also be written directly, to arrange what a test begins with. */
export type TestDb = Db & Kysely<Tables>;

export type TestContext = AppContext & { db: TestDb };

export function testContext(context: AppContext): TestContext {
  return context as TestContext;
}
