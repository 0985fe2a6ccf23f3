import type { Config } from '../../config/config.ts';
import { readKeys } from '../../platform/secrets/key-file.ts';
import { keyId } from '../../platform/secrets/secret-box.ts';
import type { ReadDb } from '../../tables.ts';
import { type Finding, fail, ok, reasonOf } from './finding.ts';
import { countSealedSecrets, type SealedSecrets } from './sealed-secrets.store.ts';

/**
 * Whether the given keys decrypt the stored secrets: otherwise no one with a second step can sign in, and
 * mail is sent unsigned.
 */
export async function checkSecrets(db: ReadDb, config: Config): Promise<Finding> {
  const stored = await countSealedSecrets(db);
  if (stored.length === 0) return ok('secrets', 'none is stored');
  const place = config.secretsKeys || config.databaseUrl ? 'SECRETS_KEY' : `${config.dataDir}/secrets.key`;
  try {
    const keys = config.secretsKeys ?? (config.databaseUrl === null ? await readKeys(config.dataDir) : []);
    const known = new Set(keys.map((key) => keyId(key).toString('hex')));
    const unopened = stored.filter(({ key }) => !known.has(key));
    if (unopened.length === 0) return ok('secrets', `${place} opens all ${total(stored)}`);
    const kinds = Map.groupBy(unopened, ({ what }) => what);
    const counts = [...kinds].map(([what, of]) => `${total(of)} ${what}`).join(', ');
    return fail('secrets', `${counts} can not be read: their key is not in ${place}`);
  } catch (error) {
    return fail('secrets', `${total(stored)} can not be read: ${reasonOf(error)}`);
  }
}

function total(secrets: SealedSecrets[]): number {
  return secrets.reduce((sum, { count }) => sum + count, 0);
}
