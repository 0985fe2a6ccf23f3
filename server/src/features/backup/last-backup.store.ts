import type { ReadDb, Tx } from '../../tables.ts';

/** `at` is the time of its snapshot, `lost` the number of blobs that could not be copied. */
type MadeBackup = { name: string; at: number; dir: string; lost: number };

/** `damaged` is how many other parts were found damaged when it was last verified. */
export type LastBackup = MadeBackup & { damaged: number };

/** Null when no backup of this installation was ever made. */
export async function readLastBackup(db: ReadDb): Promise<LastBackup | null> {
  const row = await db
    .selectFrom('last_backup')
    .select(['name', 'at', 'dir', 'lost', 'damaged'])
    .executeTakeFirst();
  return row ?? null;
}

export async function noteBackup(tx: Tx, made: MadeBackup): Promise<void> {
  const row = { ...made, damaged: 0 };
  await tx
    .insertInto('last_backup')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute();
}

/** Nothing is noted of another backup than the newest. */
export async function noteVerified(
  tx: Tx,
  { name, dir, damaged }: Pick<LastBackup, 'name' | 'dir' | 'damaged'>,
): Promise<void> {
  await tx
    .updateTable('last_backup')
    .set({ damaged })
    .where('name', '=', name)
    .where('dir', '=', dir)
    .execute();
}
