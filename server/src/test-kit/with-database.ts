import { openDatabase } from '../platform/db/database.ts';
import { BACKGROUND } from '../platform/db/deadlines.ts';
import { silentLogger } from '../platform/logger.ts';
import type { Tables } from '../tables.ts';
import type { TestDb } from './test-context.ts';

/** For filling mailboxes of a program that runs: connects to its database while `work` does. */
export async function withDatabase<T>(databaseUrl: string, work: (db: TestDb) => Promise<T>): Promise<T> {
  const database = openDatabase<Tables>({
    pgConfig: { connectionString: databaseUrl },
    poolSize: 1,
    // Whole mailboxes are filled by one statement.
    deadlines: BACKGROUND,
    log: silentLogger,
    applicationName: 'bocau test kit',
  });
  try {
    return await work(database.db as TestDb);
  } finally {
    await database.close();
  }
}
