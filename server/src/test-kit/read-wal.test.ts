import pg from 'pg';
import { expect, test } from 'vitest';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { createTestDatabase } from './database.ts';
import { openWalReader } from './read-wal.ts';

test('what a transaction writes into the log is told by table, index and kind of record', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.pgConfig);
  await client.connect();
  const reader = await openWalReader(databaseUrl(database.pgConfig));
  try {
    const from = await reader.position();
    await client.query("insert into domains (name, verified, created_at) values ('log.example', true, 1)");
    const parts = await reader.read(from, await reader.position());
    const row = parts.find(({ relation, record }) => relation === 'domains' && record.startsWith('Heap '));
    expect(row).toMatchObject({ record: 'Heap INSERT+INIT', records: 1 });
    expect(row?.bytes).toBeGreaterThan(40);
    expect(parts.map(({ relation }) => relation)).toEqual(expect.arrayContaining(['domains_pkey', '']));
    expect(parts.every(({ bytes, pageBytes }) => bytes > pageBytes)).toBe(true);
  } finally {
    await reader.close();
    await client.end();
    await database.drop();
  }
});
