import type { EventMethod, SecurityChange, SignInOutcome, SignInProtocol } from '@bocau/contract/security.ts';
import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

export type NewSecurityEvent = {
  mailbox_id: number;
  kind: 'sign_in' | SecurityChange;
  method: EventMethod | null;
  outcome: SignInOutcome | null;
  protocol: SignInProtocol | null;
  address: string;
  user_agent: string;
  about: string;
  at: number;
  merge_key: Buffer | null;
};

/** An event with an existing merge key increments that row, which then shows the latest one. */
export async function upsertSecurityEvent(tx: Tx, event: NewSecurityEvent): Promise<void> {
  await tx
    .insertInto('security_events')
    .values({ ...event, first_at: event.at })
    .onConflict((conflict) =>
      conflict.columns(['mailbox_id', 'merge_key']).doUpdateSet({
        method: (eb) => eb.ref('excluded.method'),
        outcome: (eb) => eb.ref('excluded.outcome'),
        protocol: (eb) => eb.ref('excluded.protocol'),
        address: (eb) => eb.ref('excluded.address'),
        user_agent: (eb) => eb.ref('excluded.user_agent'),
        at: (eb) => eb.ref('excluded.at'),
        times: (eb) => eb('security_events.times', '+', 1),
      }),
    )
    .execute();
}

/**
 * The commit does not wait for the disk (synchronous_commit off): after a crash at most a row of the history
 * is missing.
 */
export async function commitWithoutWaiting(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}
