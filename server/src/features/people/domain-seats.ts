import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { lockLimitedSeats } from './domain-seats.store.ts';

/**
 * Refuses people beyond the seats of their domain, whoever adds them: the number is contractual, and a
 * provider sets it. Until the end of the transaction no one else can add any. A domain already above its
 * seats stays as it is.
 */
export async function requireSeats(tx: Tx, wanted: ReadonlyMap<number, number>): Promise<void> {
  for (const { id, name, seats, seated } of await lockLimitedSeats(tx, [...wanted.keys()])) {
    const more = wanted.get(id) ?? 0;
    if (more === 0 || seated + more <= seats) continue;
    throw new Failure('domain_seats_exceeded', `${name} may have ${seats} people and has ${seated}`, {
      details: { domain: name, seats, left: Math.max(0, seats - seated) },
    });
  }
}
