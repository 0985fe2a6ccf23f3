import { requireSecrets, type SecretBox } from '../../../platform/secrets/secret-box.ts';

const PURPOSE = 'totp';

export function sealTotpSecret(secrets: SecretBox | null, mailboxId: number, secret: Buffer): Buffer {
  return requireSecrets(secrets).seal(secret, { mailboxId, purpose: PURPOSE });
}

export function openTotpSecret(secrets: SecretBox | null, mailboxId: number, sealed: Buffer): Buffer {
  return requireSecrets(secrets).open(sealed, { mailboxId, purpose: PURPOSE });
}
