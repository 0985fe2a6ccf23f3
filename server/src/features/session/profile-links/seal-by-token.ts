import { hkdfSync } from 'node:crypto';
import { createSecretBox, KEY_BYTES, type SecretBox } from '../../../platform/secrets/secret-box.ts';

type About = { mailboxId: number; appPasswordId: string };

/**
 * Encrypts with a key that the token alone gives (HKDF, RFC 5869): neither the row nor a copy of the whole database opens
 * it, with SECRETS_KEY or without. The hash by which the row is found gives no key either.
 */
export function sealByToken(token: string, password: string, about: About): Buffer {
  return boxOf(token).seal(Buffer.from(password), contextOf(about));
}

/** Throws where the token is another one, or the row of another app password. */
export function openByToken(token: string, sealed: Buffer, about: About): string {
  return boxOf(token).open(sealed, contextOf(about)).toString();
}

function boxOf(token: string): SecretBox {
  return createSecretBox([Buffer.from(hkdfSync('sha256', token, '', 'bocau profile link', KEY_BYTES))]);
}

function contextOf({ mailboxId, appPasswordId }: About): { mailboxId: number; purpose: string } {
  return { mailboxId, purpose: `profile link of ${appPasswordId}` };
}
