import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** How long the circuit to a mail server stays open after it fails once, twice, and so on; the last repeats. */
const PAUSES = [60, 300, 900, 1800];

/** Closed where there is no row; half-open once `open_at` has passed. */
export async function readCircuit(db: ReadDb, address: string): Promise<{ open_at: number } | undefined> {
  return db.selectFrom('silent_hosts').select('open_at').where('address', '=', address).executeTakeFirst();
}

/** Whether this process gets the probe of a half-open circuit: compare-and-set, so that one of them does. */
export async function beginProbe(tx: Tx, address: string, now: number, until: number): Promise<boolean> {
  const { rows } = await sql`
    update silent_hosts set probe_until = ${until}
    where address = ${address} and open_at <= ${now} and coalesce(probe_until, 0) <= ${now}
    returning address`.execute(tx);
  return rows.length > 0;
}

/** Opens the circuit for longer each time; connections that failed together count as one. */
export async function openCircuit(tx: Tx, address: string, now: number): Promise<void> {
  await sql`
    insert into silent_hosts as h (address, failures, open_at) values (${address}, 1, ${now + (PAUSES[0] as number)})
    on conflict (address) do update set failures = h.failures + 1, probe_until = null,
      open_at = ${now} + (${sql.raw(`array[${PAUSES}]`)})[least(h.failures + 1, ${sql.raw(String(PAUSES.length))})]
    where h.open_at <= ${now}`.execute(tx);
}

export async function endProbe(tx: Tx, address: string, back: boolean): Promise<void> {
  if (back) await tx.deleteFrom('silent_hosts').where('address', '=', address).execute();
  else
    await tx.updateTable('silent_hosts').set({ probe_until: null }).where('address', '=', address).execute();
}

/** An administrator retries: every circuit is half-open at once, and one message probes each server. */
export async function halfOpenCircuits(tx: Tx, now: number): Promise<void> {
  await sql`update silent_hosts set open_at = ${now}, probe_until = null where open_at > ${now}`.execute(tx);
}

/** The circuits that failed most often, with the seconds until each is half-open. */
export async function readOpenCircuits(
  db: ReadDb,
  now: number,
  most: number,
): Promise<{ address: string; seconds: number }[]> {
  return readRows(
    db,
    sql<{ address: string; seconds: number }>`
    select address, greatest(open_at - ${now}, 0) as seconds from silent_hosts
    order by failures desc, address limit ${most}`,
  );
}

/** Circuits of servers to which no message was sent for long. */
export async function deleteOldCircuits(
  tx: Tx,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from silent_hosts where address in (
      select address from silent_hosts where open_at < ${before} limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
