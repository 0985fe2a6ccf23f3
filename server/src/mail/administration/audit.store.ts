import type { Insertable } from 'kysely';
import type { Tables, Tx } from '../../tables.ts';

/** Nothing else writes to it, and the database refuses to change or remove what is there. */
export async function insertAuditRows(tx: Tx, rows: Insertable<Tables['audit_log']>[]): Promise<void> {
  await tx.insertInto('audit_log').values(rows).execute();
}
