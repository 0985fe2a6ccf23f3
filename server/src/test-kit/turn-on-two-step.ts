import type { AppContext } from '../context.ts';
import { sealTotpSecret } from '../features/session/second-step/seal-secret.ts';
import { activatePending, writePendingSecret } from '../features/session/second-step/second-step.store.ts';
import { unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';

/** The state after a person's own setup, with this secret in their app. */
export async function turnOnTwoStep(
  { clock, db, secrets }: AppContext,
  mailboxId: number,
  secret: Buffer = Buffer.from('12345678901234567890'),
): Promise<void> {
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    const pending_secret = sealTotpSecret(secrets, mailboxId, secret);
    await writePendingSecret(tx, mailboxId, { pending_secret, pending_at: now });
    await activatePending(tx, mailboxId, { since: now, step: 0 });
  });
}
