import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** How long a server is left alone after its first silence, its second, and so on; the last repeats. */
const PAUSES = [60, 300, 900, 1800];

export async function readSilentHost(db: ReadDb, address: string): Promise<{ open_at: number } | undefined> {
  return db.selectFrom('silent_hosts').select('open_at').where('address', '=', address).executeTakeFirst();
}

/** Whether this process is the one that looks whether the server is back. */
export async function beginProbe(tx: Tx, address: string, now: number, until: number): Promise<boolean> {
  const { rows } = await sql`
    update silent_hosts set probe_until = ${until}
    where address = ${address} and open_at <= ${now} and coalesce(probe_until, 0) <= ${now}
    returning address`.execute(tx);
  return rows.length > 0;
}

/** Leaves the server alone for longer each time; several conversations that it left at once count as one. */
export async function recordSilence(tx: Tx, address: string, now: number): Promise<void> {
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

/** Somebody wants to know now whether they are back: one message goes to see, the others wait for what it finds. */
export async function probeSilentHosts(tx: Tx, now: number): Promise<void> {
  await sql`update silent_hosts set open_at = ${now}, probe_until = null where open_at > ${now}`.execute(tx);
}

/** For how many more seconds the servers are left alone that have been silent most often. */
export async function readSilentHosts(
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

/** Nobody has written there for long. */
export async function deleteSilentHosts(
  tx: Tx,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from silent_hosts where address in (
      select address from silent_hosts where open_at < ${before} limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
