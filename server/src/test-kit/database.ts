import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type PgConfig, withDatabase } from '../platform/db/pg-config.ts';
import { TEMPLATE_DATABASE, WORLD_DATABASE } from './global-setup.ts';
import { queryOnce } from './query-once.ts';
import './statements/collect-statements.ts';

export type TestDatabase = { pgConfig: PgConfig; drop(): Promise<void> };

/** A migrated, empty database for each test file. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(`template ${TEMPLATE_DATABASE} strategy file_copy`);
}

/** The same with the people of the demo world, who were created when the test clock began. */
export function createWorldDatabase(): Promise<TestDatabase> {
  return createDatabase(`template ${WORLD_DATABASE} strategy file_copy`);
}

/** Without any tables, for tests of their creation. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await queryOnce(server, `create database ${name} ${options}`);
  return {
    pgConfig: withDatabase(server, name),
    drop: async () => void (await queryOnce(server, `drop database ${name} with (force)`)),
  };
}
