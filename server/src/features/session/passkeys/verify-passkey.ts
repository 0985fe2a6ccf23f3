import type { NewPasskey, PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import { hashToken } from '../tokens.ts';
import type { PasskeyKey } from './passkeys.store.ts';
import type { RelyingParty } from './relying-party.ts';

/** Lazy: half a second of processor time and 40 MB must not delay the start. */
export function loadVerifier() {
  return import('@simplewebauthn/server');
}
export type Verifier = Awaited<ReturnType<typeof loadVerifier>>;

/**
 * The challenge that an authenticator signed, and the hash under which it is stored; null when there is none.
 */
export function challengeOf(clientData: string): { challenge: string; hash: Buffer } | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return null;
    const { challenge } = data;
    if (typeof challenge !== 'string') return null;
    // Refuses requests from our page framed by another site (clickjacking).
    if ('crossOrigin' in data && data.crossOrigin === true) return null;
    return { challenge, hash: hashToken(challenge) };
  } catch {
    return null;
  }
}

export type VerifiedAnswer = { counter: number; backed_up: boolean };

/** Null for any failure: credential, site, signature, or a decreased counter. */
export async function verifyAnswer(
  verifier: Verifier,
  party: RelyingParty,
  key: PasskeyKey,
  { answer, challenge, verified }: { answer: PasskeyAnswer; challenge: string; verified: boolean },
): Promise<VerifiedAnswer | null> {
  const { credential: id } = answer;
  try {
    const result = await verifier.verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: answer.client_data,
          authenticatorData: answer.authenticator_data,
          signature: answer.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
      requireUserVerification: verified,
    });
    const { newCounter, credentialBackedUp } = result.authenticationInfo;
    return result.verified ? { counter: newCounter, backed_up: credentialBackedUp } : null;
  } catch {
    // The library throws for any invalid answer.
    return null;
  }
}

export type VerifiedPasskey = { credential: Buffer; public_key: Buffer; counter: number; backed_up: boolean };

/** The same for a new passkey. */
export async function verifyNewPasskey(
  verifier: Verifier,
  party: RelyingParty,
  { passkey, challenge }: { passkey: NewPasskey; challenge: string },
): Promise<VerifiedPasskey | null> {
  const { credential: id } = passkey;
  try {
    const { verified, registrationInfo } = await verifier.verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: passkey.client_data, attestationObject: passkey.attestation },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!verified || registrationInfo.credential.id !== id) return null;
    return {
      credential: Buffer.from(id, 'base64url'),
      public_key: Buffer.from(registrationInfo.credential.publicKey),
      counter: registrationInfo.credential.counter,
      backed_up: registrationInfo.credentialBackedUp,
    };
  } catch {
    return null;
  }
}
