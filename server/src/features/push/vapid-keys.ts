import webPush from 'web-push';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { resealRows } from '../../platform/secrets/reseal-rows.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Db, ReadDb } from '../../tables.ts';
import { insertKeys, lockKeys, readKeys, type SealedKeys, writePrivateKey } from './vapid-keys.store.ts';

/** By these keys push services know this installation (RFC 8292); both in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

const CONTEXT = { installation: true, purpose: 'web push' } as const;

/** The public key, for browsers that subscribe; the keys are made when the first one asks. */
export async function findPublicKey(deps: { db: Db; clock: Clock; secrets: SecretBox }): Promise<string> {
  const { db, clock, secrets } = deps;
  const known = (await readKeys(db)) ?? (await makeKeys(db, secrets, unixSeconds(clock)));
  return known.public_key;
}

async function makeKeys(db: Db, secrets: SecretBox, now: number): Promise<SealedKeys> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const sealed = secrets.seal(Buffer.from(privateKey), CONTEXT);
  await inTransaction(db, (tx) =>
    insertKeys(tx, { public_key: publicKey, private_key: sealed, created_at: now }),
  );
  const kept = await readKeys(db);
  if (!kept) throw new Error('The keys of web push were not stored');
  return kept;
}

/** Null where no browser has ever asked for them. */
export async function openKeys(db: ReadDb, secrets: SecretBox): Promise<VapidKeys | null> {
  const keys = await readKeys(db);
  return keys ? { publicKey: keys.public_key, privateKey: open(secrets, keys) } : null;
}

function open(secrets: SecretBox, { private_key }: SealedKeys): string {
  return secrets.open(private_key, CONTEXT).toString();
}

/** Re-encrypts the private key with the current key where another one encrypted it (key rotation). */
export async function resealPushKey({
  db,
  secrets,
}: {
  db: Db;
  secrets: SecretBox;
}): Promise<{ count: number; unopened: number }> {
  return inTransaction(db, async (tx) => {
    const { count, unopened } = await resealRows(secrets, await lockKeys(tx), {
      sealed: (row) => row.private_key,
      open: (row) => openOrNull(secrets, row),
      write: (_row, privateKey) => writePrivateKey(tx, secrets.seal(Buffer.from(privateKey), CONTEXT)),
    });
    return { count, unopened: unopened.length };
  });
}

function openOrNull(secrets: SecretBox, row: SealedKeys): string | null {
  try {
    return open(secrets, row);
  } catch {
    return null;
  }
}
