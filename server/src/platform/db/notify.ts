import { sql } from 'kysely';
import { type AnyReadDb, kyselyOf } from './kysely-of.ts';

/** Sends one notification to all listeners of the channel; within a transaction, on commit. */
export async function notify(db: AnyReadDb, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(kyselyOf(db));
}

/**
 * Like `notify`, for several payloads. Notifications need not be durable, so the commit does not wait for a
 * flush (synchronous_commit off).
 */
export async function notifyQuickly(db: AnyReadDb, channel: string, payloads: string[]): Promise<void> {
  await sql`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    select pg_notify(${channel}, payload) from unhurried, unnest(${payloads}::text[]) as p(payload)
  `.execute(kyselyOf(db));
}
