import pg from 'pg';
import type { PgConfig } from '../platform/db/pg-config.ts';

/** The rows of one statement, on a separate connection. */
export async function queryOnce(config: PgConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config);
  // A stopping server may end it before or after its one statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
