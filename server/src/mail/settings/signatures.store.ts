import { sql } from 'kysely';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type SignatureRow = { id: string; name: string; html: string };

const COLUMNS = ['id', 'name', 'html'] as const;

/** Oldest first: ids begin with their creation time. */
export async function readSignatures(db: ReadDb, mailboxId: number): Promise<SignatureRow[]> {
  return db
    .selectFrom('signatures')
    .select(COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .orderBy('id')
    .execute();
}

export async function readSignature(
  db: ReadDb,
  mailboxId: number,
  id: string,
): Promise<SignatureRow | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('signatures')
    .select(COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function writeSignature(tx: Tx, mailboxId: number, row: SignatureRow): Promise<void> {
  await tx
    .insertInto('signatures')
    .values({ mailbox_id: mailboxId, ...row })
    .onConflict((conflict) =>
      conflict.columns(['mailbox_id', 'id']).doUpdateSet({ name: row.name, html: row.html }),
    )
    .execute();
}

/** When it was the chosen one, the choice is cleared too. */
export async function deleteSignatureRow(tx: Tx, mailboxId: number, id: string): Promise<void> {
  await tx.deleteFrom('signatures').where('mailbox_id', '=', mailboxId).where('id', '=', id).execute();
  await sql`
    delete from settings
    where mailbox_id = ${mailboxId} and key in ('signature_for_new', 'signature_for_answers')
      and value = to_jsonb(${id}::text)`.execute(tx);
  await tx
    .updateTable('addresses')
    .set({ signature: null })
    .where('mailbox_id', '=', mailboxId)
    .where('signature', '=', id)
    .execute();
}

/** Whether a choice is valid: the main signature, none, or an existing one. */
export async function isSignatureChoice(db: ReadDb, mailboxId: number, choice: string): Promise<boolean> {
  return choice === 'main' || choice === 'none' || (await readSignature(db, mailboxId, choice)) !== undefined;
}
