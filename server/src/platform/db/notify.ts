import { sql } from 'kysely';
import { type AnyReadDb, kyselyOf } from './kysely-of.ts';

/** Sends one notification to whoever listens on the channel; within a transaction, when it commits. */
export async function notify(db: AnyReadDb, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(kyselyOf(db));
}

/** The same for several. A notification has nothing that must be durable, so its commit does not wait for a flush. */
export async function notifyQuickly(db: AnyReadDb, channel: string, payloads: string[]): Promise<void> {
  await sql`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    select pg_notify(${channel}, payload) from unhurried, unnest(${payloads}::text[]) as p(payload)
  `.execute(kyselyOf(db));
}
