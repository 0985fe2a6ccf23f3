import { inTransaction } from '../../../platform/db/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { Db } from '../../../tables.ts';
import { openTotpSecret, sealTotpSecret } from './seal-secret.ts';
import { lockSecondStep, readSecretOwners, writeSecrets } from './second-step.store.ts';

/** Encrypts with the present key what another one encrypted; answers how many mailboxes had such. */
export async function reseal({ db, secrets }: { db: Db; secrets: SecretBox }): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const owners = await readSecretOwners(db, after);
    const last = owners.at(-1);
    if (last === undefined) return count;
    for (const mailboxId of owners) if (await resealOf(db, secrets, mailboxId)) count += 1;
    after = last;
  }
}

function resealOf(db: Db, secrets: SecretBox, mailboxId: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const step = await lockSecondStep(tx, mailboxId);
    if (!step) return false;
    const { totp_secret, pending_secret } = step;
    const stale = [totp_secret, pending_secret].some((one) => one !== null && !secrets.isCurrent(one));
    if (!stale) return false;
    const anew = (one: Buffer | null) =>
      one && sealTotpSecret(secrets, mailboxId, openTotpSecret(secrets, mailboxId, one));
    await writeSecrets(tx, mailboxId, {
      totp_secret: anew(totp_secret),
      pending_secret: anew(pending_secret),
    });
    return true;
  });
}
