import type pg from 'pg';

const ROUNDS = 5;

/**
 * Whether a pooler reassigns connections between transactions, like PgBouncer in transaction mode: LISTEN,
 * session locks and named prepared statements do not survive there. A server itself, or a pooler in session
 * mode, does not.
 */
export async function sharesConnections(
  one: pg.Client,
  connectAnother: () => Promise<pg.Client>,
): Promise<boolean> {
  const before = await serverProcess(one);
  // Poolers report a made-up pid to their clients.
  if (before === (one as pg.Client & { processID: number }).processID) return false;
  const other = await connectAnother();
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await other.query('begin');
      // Within a transaction it keeps its connection: does it have the first one's, or did the first move
      // meanwhile?
      if ((await serverProcess(other)) === before || (await serverProcess(one)) !== before) return true;
      // Most poolers hand the most recently released connection to the next client.
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
