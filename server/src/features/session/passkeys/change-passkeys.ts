import { type NewPasskey, PASSKEYS, type Passkey } from '@bocau/contract/passkeys.ts';
import { requireFreshProof } from '../../../access/fresh-proof.ts';
import { recordSecurityChange } from '../../../identity/security/record-event.ts';
import type { SessionCaller } from '../../../platform/caller.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { announceChange, type From } from '../protection/announce-change.ts';
import { leaveOnly, refuseWhereRequired, replaceCodes } from '../protection/change-second-step.ts';
import {
  deleteSecondStep,
  insertSecondStep,
  isOn,
  lockSecondStep,
  markOn,
} from '../second-step/second-step.store.ts';
import { markProven } from '../session.store.ts';
import type { AskDeps } from './ask-passkey.ts';
import { usePasskeyChallenge } from './passkey-challenges.store.ts';
import { countPasskeys, deletePasskey, insertPasskey } from './passkeys.store.ts';
import { passkeyRefused } from './prove-by-passkey.ts';
import { challengeOf, loadVerifier, verifyNewPasskey } from './verify-passkey.ts';

export function refuseMore(count: number): void {
  if (count >= PASSKEYS) throw new Failure('too_many_passkeys', `At most ${PASSKEYS} passkeys`);
}

export type AddedPasskey = { passkey: Passkey; recovery_codes: string[] };

/** The first factor enables two-step sign-in and returns the recovery codes, once; other sessions end. */
export async function addPasskey(
  { db, clock, party }: AskDeps,
  caller: SessionCaller,
  { name, passkey: made }: { name: string; passkey: NewPasskey },
  from: From,
): Promise<AddedPasskey> {
  requireFreshProof(caller, clock);
  const { person, session } = caller;
  const now = unixSeconds(clock);
  const verifier = await loadVerifier();
  const asked = challengeOf(made.client_data);
  const added = await inTransaction(db, async (tx): Promise<AddedPasskey | null> => {
    await insertSecondStep(tx, person);
    const step = await lockSecondStep(tx, person);
    refuseMore(await countPasskeys(tx, person));
    const use = { purpose: 'add', mailboxId: person, boundTo: session.tokenHash } as const;
    if (!asked || !(await usePasskeyChallenge(tx, use, { hash: asked.hash, now }))) return null;
    const key = await verifyNewPasskey(verifier, party, { passkey: made, challenge: asked.challenge });
    if (!key) return null;
    const row = { id: newId(clock), name, backed_up: key.backed_up, created_at: now };
    const { transports } = made;
    // A credential that somebody has already.
    if (!(await insertPasskey(tx, person, { ...row, ...key, transports }))) return null;
    const recovery_codes: string[] = [];
    if (!isOn(step)) {
      await markOn(tx, person, now);
      await markProven(tx, session.id, { proven_at: now, method: 'passkey' });
      recovery_codes.push(...(await replaceCodes(tx, person, now)));
      await leaveOnly(tx, caller, now);
      await recordSecurityChange(tx, { mailboxId: person, change: 'two_step_on', at: now, ...from });
    }
    const change = { mailboxId: person, change: 'passkey_added', about: name, at: now } as const;
    await announceChange(tx, { ...change, onceFor: row.id }, from);
    return { passkey: { ...row, last_used_at: null }, recovery_codes };
  });
  if (!added) throw passkeyRefused();
  return added;
}

/** Removing the last factor disables two-step sign-in, unless the domain requires it. */
export async function removePasskey(
  { db, clock }: Pick<AskDeps, 'db' | 'clock'>,
  caller: SessionCaller,
  id: string,
  from: From,
): Promise<void> {
  requireFreshProof(caller, clock);
  const { person, session } = caller;
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    const step = await lockSecondStep(tx, person);
    const name = isId(id) ? await deletePasskey(tx, person, id) : undefined;
    if (name === undefined) throw new Failure('not_found', 'There is no such passkey');
    const change = { mailboxId: person, change: 'passkey_removed', about: name, at: now } as const;
    await announceChange(tx, { ...change, onceFor: id }, from);
    if (!step?.totp_secret && (await countPasskeys(tx, person)) === 0) {
      await refuseWhereRequired(tx, person);
      await deleteSecondStep(tx, person);
      await markProven(tx, session.id, { proven_at: now, method: 'password' });
      await announceChange(tx, { mailboxId: person, change: 'two_step_off', about: '', at: now }, from);
    }
    await leaveOnly(tx, caller, now);
  });
}
