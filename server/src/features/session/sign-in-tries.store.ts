import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** The origin of an attempt: a device that signed in to this account before, or else a network. */
export type Place = { network: string; site: string | null; device: Buffer | null };

export async function isKnownDevice(
  db: ReadDb,
  { email, device, since }: { email: string; device: Buffer; since: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('sign_ins')
    .select('id')
    .where('email', '=', email)
    .where('device', '=', device)
    .where('succeeded', '=', true)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Serializes counting and recording of these attempts until the end of the transaction; always locked in a
 * fixed order.
 */
export async function lockTries(tx: Tx, names: string[]): Promise<void> {
  for (const name of [...names].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${name}`}, 0))`.execute(tx);
  }
}

export async function insertTry(
  tx: Tx,
  entry: {
    at: number;
    email: string;
    address: string;
    network: string;
    site: string | null;
    device: Buffer | null;
    user_agent: string;
    mailbox_id: number | null;
    succeeded: boolean;
  },
): Promise<number> {
  const { id } = await tx.insertInto('sign_ins').values(entry).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function markSucceeded(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('sign_ins').set({ succeeded: true }).where('id', '=', id).execute();
}

export type Failures = {
  /**
   * Failures for this email from this origin, for this email from anywhere, of this network, and of the site
   * around it, for any email.
   */
  together: number;
  email: number;
  network: number;
  site: number;
  latest_together: number | null;
  /** The origin has signed in to this email recently, and whether it is a device. */
  familiar: boolean;
  knownDevice: boolean;
};

/** Wrong passwords since the last correct one from the same origin, within the window. */
export async function countFailures(
  db: ReadDb,
  email: string,
  { network, site, device }: Place,
  since: number,
  familiarSince: number,
): Promise<Failures> {
  const here = device === null ? sql`coalesce(network, address) = ${network}` : sql`device = ${device}`;
  const [row] = await readRows<Omit<Failures, 'knownDevice'>>(
    db,
    sql`
    with last_right as (
      select coalesce(max(at), 0) as at from sign_ins
      where email = ${email} and ${here} and succeeded and at >= ${familiarSince}
    ), by_email as (
      select ${here} as here, at from sign_ins where email = ${email} and not succeeded and at >= ${since}
    )
    select
      (select count(*) from by_email, last_right where here and by_email.at >= last_right.at)::integer as together,
      (select max(at) from by_email where here) as latest_together,
      (select count(*) from by_email)::integer as email,
      (select count(*) from sign_ins
        where coalesce(network, address) = ${network} and not succeeded and at >= ${since})::integer as network,
      (select count(*) from sign_ins where site = ${site} and not succeeded and at >= ${since})::integer as site,
      (select at > 0 from last_right) as familiar`,
  );
  return { ...(row as Failures), knownDevice: device !== null };
}
