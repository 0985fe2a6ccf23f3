import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { Db, Tx } from '../../../tables.ts';
import { isPending } from './is-pending.ts';
import { openTotpSecret, sealTotpSecret } from './seal-secret.ts';
import { lockSecondStep, readSecretOwners, type SecondStep, writeSecrets } from './second-step.store.ts';

type Deps = { db: Db; secrets: SecretBox; clock: Clock };

/**
 * The number of mailboxes whose secrets were re-encrypted, and those whose secrets no key decrypts: they stay
 * unchanged.
 */
export type Resealed = { count: number; unopened: number[] };

/** Re-encrypts with the current key what another one encrypted (key rotation). */
export async function reseal(deps: Deps): Promise<Resealed> {
  const resealed: Resealed = { count: 0, unopened: [] };
  for (let after = 0; ; ) {
    const owners = await readSecretOwners(deps.db, after);
    const last = owners.at(-1);
    if (last === undefined) return resealed;
    for (const mailboxId of owners) {
      const outcome = await inTransaction(deps.db, (tx) => resealOf(tx, deps, mailboxId));
      if (outcome === 'resealed') resealed.count += 1;
      if (outcome === 'unopened') resealed.unopened.push(mailboxId);
    }
    after = last;
  }
}

async function resealOf(
  tx: Tx,
  { secrets, clock }: Deps,
  mailboxId: number,
): Promise<'current' | 'resealed' | 'unopened'> {
  const step = await lockSecondStep(tx, mailboxId);
  if (!step) return 'current';
  const { totp_secret, pending_secret, pending_at } = step;
  const stale = [totp_secret, pending_secret].some((one) => one !== null && !secrets.isCurrent(one));
  if (!stale) return 'current';
  // An expired secret is useless, and its key may be long gone.
  const kept = isPending(step, unixSeconds(clock))
    ? { totp_secret, pending_secret, pending_at }
    : { totp_secret, pending_secret: null, pending_at: null };
  const anew = sealAnew(secrets, mailboxId, kept);
  if (anew === null) return 'unopened';
  await writeSecrets(tx, mailboxId, anew);
  return 'resealed';
}

type Kept = Pick<SecondStep, 'totp_secret' | 'pending_secret' | 'pending_at'>;

/** Null when one of them cannot be decrypted. */
function sealAnew(secrets: SecretBox, mailboxId: number, kept: Kept): Kept | null {
  const anew = (one: Buffer | null) =>
    one && sealTotpSecret(secrets, mailboxId, openTotpSecret(secrets, mailboxId, one));
  try {
    return { ...kept, totp_secret: anew(kept.totp_secret), pending_secret: anew(kept.pending_secret) };
  } catch {
    return null;
  }
}
