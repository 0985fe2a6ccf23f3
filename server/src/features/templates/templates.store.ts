import { isId } from '../../platform/ids.ts';
import type { ReadDb, TemplateRecipients, Tx } from '../../tables.ts';

export type TemplateText = {
  name: string;
  folder: string;
  subject: string;
  html: string;
  recipients: TemplateRecipients;
};
export type TemplateRow = TemplateText & { id: string; uses: number; updated_at: number };

const COLUMNS = ['id', 'name', 'folder', 'subject', 'html', 'recipients', 'uses', 'updated_at'] as const;

/** With their texts, whose fields are listed; at most `TEMPLATE_LIMITS.templates`. */
export async function readTemplates(db: ReadDb, mailboxId: number): Promise<TemplateRow[]> {
  return db
    .selectFrom('templates')
    .select(COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .orderBy('folder')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function readTemplate(
  db: ReadDb,
  mailboxId: number,
  id: string,
): Promise<TemplateRow | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('templates')
    .select(COLUMNS)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countTemplates(db: ReadDb, mailboxId: number): Promise<number> {
  const { count } = await db
    .selectFrom('templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function writeTemplate(tx: Tx, mailboxId: number, row: TemplateRow): Promise<void> {
  const { id, uses, ...given } = row;
  const content = { ...given, recipients: JSON.stringify(row.recipients) };
  await tx
    .insertInto('templates')
    .values({ mailbox_id: mailboxId, id, uses, ...content })
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'id']).doUpdateSet(content))
    .execute();
}

export async function deleteTemplateRow(tx: Tx, mailboxId: number, id: string): Promise<void> {
  await tx.deleteFrom('templates').where('mailbox_id', '=', mailboxId).where('id', '=', id).execute();
}

export async function addUse(tx: Tx, mailboxId: number, id: string): Promise<void> {
  await tx
    .updateTable('templates')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}
