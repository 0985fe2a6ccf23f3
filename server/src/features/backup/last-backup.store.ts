import type { ReadDb, Tx } from '../../tables.ts';

/** `at` is the moment whose rows it holds, `lost` how many blobs could not be copied. */
export type LastBackup = { name: string; at: number; dir: string; lost: number };

/** Null where none has ever been made of this installation. */
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
