import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import { recordSignIn } from '../../../identity/security/record-event.ts';
import { readSignOuts } from '../../../identity/security/sessions.store.ts';
import { foldAddress } from '../../../mail/people/fold-address.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Db } from '../../../tables.ts';
import { type Origin, signInExpired, type Whose } from '../open-session.ts';
import { lockSecondStep } from '../second-step/second-step.store.ts';
import { findMailboxToSignIn, isActiveMailbox } from '../session.store.ts';
import { usePasskey } from './judge-passkey.ts';
import { usePasskeyChallenge } from './passkey-challenges.store.ts';
import { findPasskey } from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';
import { challengeOf } from './verify-passkey.ts';

type Deps = { db: Db; clock: Clock; party: RelyingParty };

/**
 * Without a password: the authenticator's possession and its user verification are two factors. All failures
 * give the same error, so that accounts cannot be enumerated.
 */
export async function proveByPasskey(
  deps: Deps,
  { passkey: answer, email }: { passkey: PasskeyAnswer; email?: string | undefined },
  origin: Origin,
): Promise<Whose> {
  const { db, clock } = deps;
  const now = unixSeconds(clock);
  const asked = challengeOf(answer.client_data);
  if (asked === null) throw passkeyRefused();
  const { hash, challenge } = asked;
  const found = await inTransaction(db, async (tx) => {
    const use = { purpose: 'sign_in', mailboxId: null, boundTo: null } as const;
    if (!(await usePasskeyChallenge(tx, use, { hash, now }))) return 'expired';
    const key = await findPasskey(tx, Buffer.from(answer.credential, 'base64url'));
    if (!key) return null;
    const mailboxId = key.mailbox_id;
    await lockSecondStep(tx, mailboxId);
    if (await usePasskey(deps, tx, mailboxId, { answer, challenge, verified: true, now })) {
      return { mailbox: mailboxId, signOuts: await readSignOuts(tx, mailboxId) };
    }
    const { address, userAgent, protocol } = origin;
    const event = { mailboxId, method: 'passkey', outcome: 'wrong_code', protocol } as const;
    await recordSignIn(tx, { ...event, address, userAgent, at: now });
    return null;
  });
  if (found === 'expired') throw signInExpired();
  if (found === null || !(await isActiveMailbox(db, found.mailbox))) throw passkeyRefused();
  const meant = email === undefined ? undefined : await findMailboxToSignIn(db, foldAddress(email));
  if (email !== undefined && meant?.id !== found.mailbox) throw passkeyRefused();
  return found;
}

export function passkeyRefused(): Failure {
  return new Failure('passkey_refused', 'The passkey was refused');
}
