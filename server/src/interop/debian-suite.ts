import type { TestProject } from 'vitest/node';
import { postgresSettings } from '../platform/db/postgres-settings.ts';
import { CARELESS, provideDatabases } from '../test-kit/global-setup.ts';
import { fetchDebianPrograms, findDebianPostgres } from './debian-programs.ts';
import { startDebianPostgres } from './start-debian-postgres.ts';

/** Creates the tests' databases on Debian's PostgreSQL; tests that start the program's own still use that. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const hindrance = await fetchDebianPrograms();
  const programs = findDebianPostgres();
  if (programs === null) throw new Error(`PostgreSQL could not be fetched: ${hindrance}`);
  // Its plans depend more on its settings than on its version.
  const postgres = await startDebianPostgres(programs, { ...postgresSettings(), ...CARELESS });
  const judgeStatements = await provideDatabases(project, postgres.pgConfig);
  return async () => {
    await postgres.stop();
    await judgeStatements();
  };
}
