import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Some of the objects that an older release has derived, of all mailboxes. */
export function readOutdatedObjects(
  db: ReadDb,
  version: number,
  limit: number,
): Promise<{ mailbox_id: number; id: string }[]> {
  return readRows(
    db,
    sql<{ mailbox_id: number; id: string }>`
    select mailbox_id, id from calendar_objects where derived_version < ${version}
    order by derived_version limit ${limit}`,
  );
}

export async function markDerivedObjects(
  tx: Tx,
  mailboxId: number,
  ids: string[],
  version: number,
): Promise<void> {
  await tx
    .updateTable('calendar_objects')
    .set({ derived_version: version })
    .where('mailbox_id', '=', mailboxId)
    .where('id', 'in', ids)
    .execute();
}
