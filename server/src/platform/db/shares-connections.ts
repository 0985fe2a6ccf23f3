import type pg from 'pg';

const ROUNDS = 5;

/**
 * Whether a pooler gives connections to others between transactions, as PgBouncer in transaction mode: LISTEN, locks of
 * a session and named prepared statements get lost there. A server itself, or a pooler that keeps sessions, does not.
 */
export async function sharesConnections(
  one: pg.Client,
  connectAnother: () => Promise<pg.Client>,
): Promise<boolean> {
  const before = await serverProcess(one);
  // Poolers make up the number that they give their clients.
  if (before === (one as pg.Client & { processID: number }).processID) return false;
  const other = await connectAnother();
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await other.query('begin');
      // In a transaction it has a connection to itself: is it that of the first, or is the first moved meanwhile?
      if ((await serverProcess(other)) === before || (await serverProcess(one)) !== before) return true;
      // Released last, the connection of the first is the one that most poolers give to the next who asks.
      await one.query('begin');
      await other.query('rollback');
      await one.query('rollback');
    }
    return false;
  } finally {
    await other.end();
  }
}

async function serverProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
