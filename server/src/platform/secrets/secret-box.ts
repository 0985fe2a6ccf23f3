import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Failure } from '../failure.ts';

/**
 * The purpose and the owner of a secret (associated data): a secret copied to another row or use cannot be
 * opened there.
 */
export type SecretContext = ({ mailboxId: number } | { domainId: number } | { installation: true }) & {
  purpose: string;
};

export type SecretBox = {
  seal(secret: Buffer, context: SecretContext): Buffer;
  /** Throws when the key is unknown, the context differs, or a byte was changed. */
  open(sealed: Buffer, context: SecretContext): Buffer;
  /** Whether it was sealed with the current key. */
  isCurrent(sealed: Buffer): boolean;
};

export const KEY_BYTES = 32;
/** Every sealed secret begins with the id of its key. */
export const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: key id, nonce, tag, ciphertext. The first key encrypts, all of them decrypt. */
export function createSecretBox(keys: readonly [Buffer, ...Buffer[]]): SecretBox {
  const [current] = keys;
  const byId = new Map(keys.map((key) => [keyId(key).toString('hex'), key]));

  return {
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(contextBytes(context));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([keyId(current), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, context) {
      const key = byId.get(sealed.subarray(0, KEY_ID_BYTES).toString('hex'));
      if (!key) throw new Error('A stored secret was encrypted with a key that SECRETS_KEY does not hold');
      const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
      const tag = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(contextBytes(context));
      decipher.setAuthTag(tag);
      const text = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]);
    },
    isCurrent: (sealed) => sealed.subarray(0, KEY_ID_BYTES).equals(keyId(current)),
  };
}

/** Identifies the key without revealing anything about it. */
export function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('bocau key id').update(key).digest().subarray(0, KEY_ID_BYTES);
}

function contextBytes(context: SecretContext): Buffer {
  return Buffer.from(`${context.purpose} ${ownerOf(context)}`);
}

function ownerOf(context: SecretContext): string {
  if ('mailboxId' in context) return String(context.mailboxId);
  return 'domainId' in context ? `of domain ${context.domainId}` : 'of the installation';
}

export function requireSecrets(secrets: SecretBox | null): SecretBox {
  if (secrets) return secrets;
  throw new Failure('service_unavailable', 'The server has no key for secrets (SECRETS_KEY)');
}
