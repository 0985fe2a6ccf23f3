import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { signMessage } from '../platform/smtp-out/sign-message.ts';

export type SigningDomain = {
  /** The name of the key record, and the TXT content. */
  keyName: string;
  keyRecord: string[];
  sign(raw: Uint8Array, at: Date): Promise<Buffer>;
};

/** A domain that signs its mail (DKIM) with its own key. */
export function createSigningDomain(domain: string): SigningDomain {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const selector = 's1';
  const base64 = publicKey.toString('base64');
  return {
    keyName: `${selector}._domainkey.${domain}`,
    // A string of a TXT record has at most 255 bytes.
    keyRecord: ['v=DKIM1; k=rsa; p=', base64.slice(0, 200), base64.slice(200)],
    async sign(raw, at) {
      const signature = await signMessage(Readable.from([raw]), {
        key: { selector, privateKey },
        domain,
        at,
      });
      return Buffer.concat([Buffer.from(signature), raw]);
    },
  };
}
