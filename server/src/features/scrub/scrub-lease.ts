import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Tx } from '../../tables.ts';
import { giveLeaseBack, renewLease, takeLease } from './scrub.store.ts';
import type { ScrubDeps } from './scrub-deps.ts';

/** What is done between two renewals is to end well before it. */
const LEASE_SECONDS = 10 * 60;

/** It ran out, and another process goes on. */
export class LostLease extends Error {}

export type ScrubLease = {
  /** Renews it and writes in the same transaction; fails with `LostLease` where it is another process's by now. */
  renew(write?: (tx: Tx) => Promise<void>): Promise<void>;
  /** Writes nothing where it is another process's by now. */
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
  // A renewal may be kept though its answer was lost: then it is held until either.
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
