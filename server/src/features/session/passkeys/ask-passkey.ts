import type { PasskeyCreation, PasskeyRequest } from '@bocau/contract/passkeys.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { Db } from '../../../tables.ts';
import { hashToken, newToken } from '../tokens.ts';
import { type ChallengeUse, insertPasskeyChallenge } from './passkey-challenges.store.ts';
import { readPasskeys } from './passkeys.store.ts';
import { type RelyingParty, userHandleOf } from './relying-party.ts';

export type AskDeps = { db: Db; clock: Clock; party: RelyingParty };

const CHALLENGE_SECONDS = 600;

/** A challenge for an existing passkey: of this mailbox, or of any. */
export async function requestPasskey(
  deps: AskDeps,
  use: Exclude<ChallengeUse, { purpose: 'add' }>,
): Promise<PasskeyRequest> {
  const challenge = await newChallenge(deps, use);
  return {
    challenge,
    rp: deps.party.id,
    credentials: use.mailboxId === null ? [] : await credentialsOf(deps.db, use.mailboxId),
    // After a password the passkey is only a possession factor.
    verified: use.purpose !== 'step',
    expires_in: CHALLENGE_SECONDS,
  };
}

/** A challenge for a new passkey. */
export async function requestNewPasskey(
  deps: AskDeps,
  { person, email, name, boundTo }: { person: number; email: string; name: string; boundTo: Buffer },
): Promise<PasskeyCreation> {
  const challenge = await newChallenge(deps, { purpose: 'add', mailboxId: person, boundTo });
  return {
    challenge,
    rp: deps.party.id,
    user: { handle: userHandleOf(person), email, name },
    credentials: await credentialsOf(deps.db, person),
    expires_in: CHALLENGE_SECONDS,
  };
}

async function newChallenge({ db, clock }: AskDeps, use: ChallengeUse): Promise<string> {
  const now = unixSeconds(clock);
  const challenge = newToken();
  const row = { hash: hashToken(challenge), now, expiresAt: now + CHALLENGE_SECONDS };
  await inTransaction(db, (tx) => insertPasskeyChallenge(tx, use, row));
  return challenge;
}

async function credentialsOf(db: Db, mailboxId: number): Promise<PasskeyRequest['credentials']> {
  const known = await readPasskeys(db, mailboxId);
  return known.map(({ credential, transports }) => ({
    credential: credential.toString('base64url'),
    transports,
  }));
}
