import type { Insertable } from 'kysely';
import type { Tables, Tx } from '../../tables.ts';

/** The only writer of the audit log; the database refuses to change or delete its rows. */
export async function insertAuditRows(tx: Tx, rows: Insertable<Tables['audit_log']>[]): Promise<void> {
  await tx.insertInto('audit_log').values(rows).execute();
}
