import pg from 'pg';
import type { PgConfig } from '../platform/db/pg-config.ts';

/** The rows of one statement, on a connection of its own. */
export async function queryOnce(config: PgConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
