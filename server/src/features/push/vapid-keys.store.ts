import type { ReadDb, Tx } from '../../tables.ts';

export type SealedKeys = { public_key: string; private_key: Buffer };

export async function readKeys(db: ReadDb): Promise<SealedKeys | undefined> {
  return db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst();
}

/** Of processes that make keys at once, the first one's stay. */
export async function insertKeys(tx: Tx, keys: SealedKeys & { created_at: number }): Promise<void> {
  await tx
    .insertInto('push_keys')
    .values(keys)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function lockKeys(tx: Tx): Promise<SealedKeys[]> {
  return tx.selectFrom('push_keys').select(['public_key', 'private_key']).forUpdate().execute();
}

export async function writePrivateKey(tx: Tx, privateKey: Buffer): Promise<void> {
  await tx.updateTable('push_keys').set({ private_key: privateKey }).execute();
}
