import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { DkimKey } from '../../platform/smtp-out/sign-message.ts';
import type { Db, ReadDb } from '../../tables.ts';
import {
  type DomainKeyRow,
  lockDomainKeys,
  readDomainKeys,
  readSigningKey,
  writePrivateKey,
} from './domain-keys.store.ts';

/** `dkim`: the key of the program's settings. */
type KeyDeps = { db: ReadDb; secrets: SecretBox | null; dkim: DkimKey | null };

const PURPOSE = 'dkim';

export function sealPrivateKey(secrets: SecretBox | null, domainId: number, pem: string): Buffer {
  return requireSecrets(secrets).seal(Buffer.from(pem), { domainId, purpose: PURPOSE });
}

function openKey(
  secrets: SecretBox | null,
  { domain_id: domainId, selector, private_key }: DomainKeyRow,
): DkimKey {
  const pem = requireSecrets(secrets).open(private_key, { domainId, purpose: PURPOSE });
  return { selector, privateKey: pem.toString() };
}

function requireSecrets(secrets: SecretBox | null): SecretBox {
  if (secrets) return secrets;
  throw new Failure('service_unavailable', 'The server has no key for secrets (SECRETS_KEY)');
}

/** By which mail of a domain is signed: its own key, or the one of the settings; null where there is neither. */
export async function findSigningKey(
  { db, secrets, dkim }: KeyDeps,
  domain: string,
): Promise<DkimKey | null> {
  const own = await readSigningKey(db, domain.toLowerCase());
  return own ? openKey(secrets, own) : dkim;
}

/** All that a domain has to publish: those that sign, signed, or are about to. */
export async function readPublishedKeys(
  { db, secrets, dkim }: KeyDeps,
  domainId: number,
): Promise<DkimKey[]> {
  const own = await readDomainKeys(db, domainId);
  const keys = own.map((row) => openKey(secrets, row));
  return own.some(({ signs }) => signs) || dkim === null ? keys : [dkim, ...keys];
}

/** Encrypts with the present key what another one encrypted; what no key opens stays as it is. */
export async function resealDomainKeys({
  db,
  secrets,
}: {
  db: Db;
  secrets: SecretBox;
}): Promise<{ count: number; unopened: string[] }> {
  const resealed = { count: 0, unopened: [] as string[] };
  await inTransaction(db, async (tx) => {
    for (const row of await lockDomainKeys(tx)) {
      if (secrets.isCurrent(row.private_key)) continue;
      const pem = openOrNull(secrets, row);
      if (pem === null) {
        resealed.unopened.push(row.selector);
        continue;
      }
      await writePrivateKey(tx, { ...row, private_key: sealPrivateKey(secrets, row.domain_id, pem) });
      resealed.count += 1;
    }
  });
  return resealed;
}

function openOrNull(secrets: SecretBox, row: DomainKeyRow): string | null {
  try {
    return openKey(secrets, row).privateKey;
  } catch {
    return null;
  }
}
