import { inTransaction } from '../../platform/db/database.ts';
import { resealRows } from '../../platform/secrets/reseal-rows.ts';
import { requireSecrets, type SecretBox } from '../../platform/secrets/secret-box.ts';
import type { DkimKey } from '../../platform/smtp-out/sign-message.ts';
import type { Db, ReadDb } from '../../tables.ts';
import {
  type DomainKeyRow,
  lockDomainKeys,
  readDomainKeys,
  readSigningKey,
  writePrivateKey,
} from './domain-keys.store.ts';

/** `dkim`: the key of the program's configuration. */
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

/** The domain has a signing key, but no key of SECRETS_KEY decrypts it, or its bytes are damaged. */
export class UnopenedKeyError extends Error {
  readonly domain: string;
  readonly selector: string;
  constructor(domain: string, selector: string, cause: unknown) {
    super(`The key ${selector}, which signs the mail of ${domain}, could not be read`, { cause });
    this.domain = domain;
    this.selector = selector;
  }
}

/** The key that signs a domain's mail: its own, or the configured one; null when there is neither. */
export async function findSigningKey(
  { db, secrets, dkim }: KeyDeps,
  domain: string,
): Promise<DkimKey | null> {
  const own = await readSigningKey(db, domain.toLowerCase());
  if (!own) return dkim;
  try {
    return openKey(secrets, own);
  } catch (error) {
    throw new UnopenedKeyError(domain, own.selector, error);
  }
}

/** The signing configuration of a domain, without its key; `ofServer`: the configured key. */
export type Signing = { selector: string; ofServer: boolean };

/** Given the keys of one domain; null when its mail is not signed. */
export function signingOf(
  own: Pick<DomainKeyRow, 'selector' | 'signs'>[],
  dkim: DkimKey | null,
): Signing | null {
  const signing = own.find(({ signs }) => signs);
  if (signing) return { selector: signing.selector, ofServer: false };
  return dkim && { selector: dkim.selector, ofServer: true };
}

/** `key`: null when no key of SECRETS_KEY decrypts it. */
export type PublishedKey = {
  selector: string;
  key: DkimKey | null;
  signs: boolean;
  ofServer: boolean;
  createdAt: number | null;
};

/** All DKIM records that a domain must publish: keys that sign, used to sign, or are about to. */
export async function readPublishedKeys(
  { db, secrets, dkim }: KeyDeps,
  domainId: number,
): Promise<PublishedKey[]> {
  const rows = await readDomainKeys(db, domainId);
  const own = rows.map((row) => {
    const { selector, signs, created_at: createdAt } = row;
    return { selector, key: openOrNull(secrets, row), signs, ofServer: false, createdAt };
  });
  if (dkim === null || own.some(({ signs }) => signs)) return own;
  return [{ selector: dkim.selector, key: dkim, signs: true, ofServer: true, createdAt: null }, ...own];
}

/**
 * Re-encrypts with the current key what another one encrypted (key rotation); what no key decrypts stays
 * unchanged.
 */
export async function resealDomainKeys({
  db,
  secrets,
}: {
  db: Db;
  secrets: SecretBox;
}): Promise<{ count: number; unopened: string[] }> {
  return inTransaction(db, async (tx) => {
    const { count, unopened } = await resealRows(secrets, await lockDomainKeys(tx), {
      sealed: (row) => row.private_key,
      open: (row) => openOrNull(secrets, row),
      write: (row, { privateKey }) =>
        writePrivateKey(tx, { ...row, private_key: sealPrivateKey(secrets, row.domain_id, privateKey) }),
    });
    return { count, unopened: unopened.map(({ selector }) => selector) };
  });
}

function openOrNull(secrets: SecretBox | null, row: DomainKeyRow): DkimKey | null {
  try {
    return openKey(secrets, row);
  } catch {
    return null;
  }
}
