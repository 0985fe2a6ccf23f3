import type { ReadDb, Tx } from '../../tables.ts';

/** `at` is the time of its snapshot, `lost` the number of blobs that could not be copied. */
export type LastBackup = { name: string; at: number; dir: string; lost: number };

/** Null when no backup of this installation was ever made. */
export async function readLastBackup(db: ReadDb): Promise<LastBackup | null> {
  const row = await db.selectFrom('last_backup').select(['name', 'at', 'dir', 'lost']).executeTakeFirst();
  return row ?? null;
}

export async function noteBackup(tx: Tx, made: LastBackup): Promise<void> {
  await tx
    .insertInto('last_backup')
    .values(made)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(made))
    .execute();
}
