import { inTransaction } from '../../../platform/db/database.ts';
import { resealRows } from '../../../platform/secrets/reseal-rows.ts';
import { requireSecrets, type SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { Db } from '../../../tables.ts';
import { lockSecrets, writeSecret } from './providers.store.ts';

const PURPOSE = 'single sign-on';

export function sealClientSecret(secrets: SecretBox | null, domainId: number, secret: string): Buffer {
  return requireSecrets(secrets).seal(Buffer.from(secret), { domainId, purpose: PURPOSE });
}

export function openClientSecret(secrets: SecretBox | null, domainId: number, sealed: Buffer): string {
  return requireSecrets(secrets).open(sealed, { domainId, purpose: PURPOSE }).toString();
}

/**
 * Re-encrypts with the current key what another one encrypted (key rotation); what no key decrypts stays
 * unchanged.
 */
export async function resealClientSecrets({
  db,
  secrets,
}: {
  db: Db;
  secrets: SecretBox;
}): Promise<{ count: number; unopened: string[] }> {
  return inTransaction(db, async (tx) => {
    const { count, unopened } = await resealRows(secrets, await lockSecrets(tx), {
      sealed: (row) => row.client_secret,
      open: (row) => openOrNull(secrets, row.domain_id, row.client_secret),
      write: ({ domain_id }, secret) =>
        writeSecret(tx, domain_id, sealClientSecret(secrets, domain_id, secret)),
    });
    return { count, unopened: unopened.map(({ domain }) => domain) };
  });
}

function openOrNull(secrets: SecretBox, domainId: number, sealed: Buffer): string | null {
  try {
    return openClientSecret(secrets, domainId, sealed);
  } catch {
    return null;
  }
}
