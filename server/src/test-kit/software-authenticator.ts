import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@bocau/contract/passkeys.ts';

/** Deviations of an authenticator or its browser from the standard. */
export type Misdeed = {
  origin?: string;
  rp?: string;
  /** False: without user verification (finger, face or PIN). */
  verified?: boolean;
  counter?: number;
  challenge?: string;
  userHandle?: string | null;
  crossOrigin?: boolean;
};

export type Credential = { id: Buffer; key: KeyObject; handle: string; counter: number };

export type SoftwareAuthenticator = {
  create(asked: PasskeyCreation, misdeed?: Misdeed): { credential: Credential; passkey: NewPasskey };
  answer(
    credential: Credential,
    asked: Pick<PasskeyRequest, 'challenge' | 'rp'>,
    misdeed?: Misdeed,
  ): PasskeyAnswer;
};

const FLAGS = { present: 1, verified: 4, attested: 64 };

/**
 * An authenticator and its browser according to the standard (WebAuthn Level 3, 6.1 and 6.5), with P-256
 * keys.
 */
export function softwareAuthenticator(origin: string): SoftwareAuthenticator {
  const clientData = (type: string, challenge: string, misdeed: Misdeed) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: misdeed.challenge ?? challenge,
        origin: misdeed.origin ?? origin,
        crossOrigin: misdeed.crossOrigin ?? false,
      }),
    );

  function authenticatorData(rp: string, counter: number, misdeed: Misdeed, attested?: Buffer): Buffer {
    const verified = misdeed.verified === false ? 0 : FLAGS.verified;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(misdeed.counter ?? counter);
    const flags = Buffer.from([FLAGS.present | verified | (attested ? FLAGS.attested : 0)]);
    return Buffer.concat([sha256(misdeed.rp ?? rp), flags, count, attested ?? Buffer.alloc(0)]);
  }

  return {
    create(asked, misdeed = {}) {
      const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32);
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const data = authenticatorData(asked.rp, 1, misdeed, attested);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        credential: { id, key, handle: asked.user.handle, counter: 1 },
        passkey: {
          credential: id.toString('base64url'),
          client_data: clientData('webauthn.create', asked.challenge, misdeed).toString('base64url'),
          attestation: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    answer(credential, asked, misdeed = {}) {
      credential.counter += 1;
      const client = clientData('webauthn.get', asked.challenge, misdeed);
      const data = authenticatorData(asked.rp, credential.counter, misdeed);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), credential.key);
      return {
        credential: credential.id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: signature.toString('base64url'),
        user_handle: misdeed.userHandle === undefined ? credential.handle : misdeed.userHandle,
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
