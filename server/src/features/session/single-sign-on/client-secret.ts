import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { Db } from '../../../tables.ts';
import { lockSecrets, writeSecret } from './providers.store.ts';

const PURPOSE = 'single sign-on';

export function sealClientSecret(secrets: SecretBox | null, domainId: number, secret: string): Buffer {
  return requireSecrets(secrets).seal(Buffer.from(secret), { domainId, purpose: PURPOSE });
}

export function openClientSecret(secrets: SecretBox | null, domainId: number, sealed: Buffer): string {
  return requireSecrets(secrets).open(sealed, { domainId, purpose: PURPOSE }).toString();
}

function requireSecrets(secrets: SecretBox | null): SecretBox {
  if (secrets) return secrets;
  throw new Failure('service_unavailable', 'The server has no key for secrets (SECRETS_KEY)');
}

/** Encrypts with the present key what another one encrypted; what no key opens stays as it is. */
export async function resealClientSecrets({
  db,
  secrets,
}: {
  db: Db;
  secrets: SecretBox;
}): Promise<{ count: number; unopened: string[] }> {
  const resealed = { count: 0, unopened: [] as string[] };
  await inTransaction(db, async (tx) => {
    for (const { domain_id, domain, client_secret } of await lockSecrets(tx)) {
      if (secrets.isCurrent(client_secret)) continue;
      const secret = openOrNull(secrets, domain_id, client_secret);
      if (secret === null) {
        resealed.unopened.push(domain);
        continue;
      }
      await writeSecret(tx, domain_id, sealClientSecret(secrets, domain_id, secret));
      resealed.count += 1;
    }
  });
  return resealed;
}

function openOrNull(secrets: SecretBox, domainId: number, sealed: Buffer): string | null {
  try {
    return openClientSecret(secrets, domainId, sealed);
  } catch {
    return null;
  }
}
