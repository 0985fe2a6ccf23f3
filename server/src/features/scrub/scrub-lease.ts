import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Tx } from '../../tables.ts';
import { giveLeaseBack, renewLease, takeLease } from './scrub.store.ts';
import type { ScrubDeps } from './scrub-deps.ts';

/** The work between two renewals should take much less. */
const LEASE_SECONDS = 10 * 60;

/** The lease expired, and another process took over. */
export class LostLease extends Error {}

export type ScrubLease = {
  /**
   * Renews the lease and writes in the same transaction; fails with `LostLease` when another process holds it
   * by now.
   */
  renew(write?: (tx: Tx) => Promise<void>): Promise<void>;
  /** Writes nothing when another process holds it by now. */
  giveBack(recent: { read: string; named: string }, stoppedAt: number | null): Promise<void>;
};

/** Null while another process has it. */
export async function takeScrubLease({
  db,
  clock,
}: Pick<ScrubDeps, 'db' | 'clock'>): Promise<ScrubLease | null> {
  const leasedUntil = () => unixSeconds(clock) + LEASE_SECONDS;
  const first = leasedUntil();
  if (!(await inTransaction(db, (tx) => takeLease(tx, unixSeconds(clock), first)))) return null;
  // A renewal may have been committed although its answer was lost: then either end is accepted.
  let held = [first];
  return {
    async renew(write) {
      const until = leasedUntil();
      const before = held;
      held = [...before, until];
      const isOurs = await inTransaction(db, async (tx) => {
        if (!(await renewLease(tx, before, until))) return false;
        await write?.(tx);
        return true;
      });
      held = isOurs ? [until] : before;
      if (!isOurs) throw new LostLease();
    },
    giveBack: (recent, stoppedAt) => inTransaction(db, (tx) => giveLeaseBack(tx, held, recent, stoppedAt)),
  };
}
