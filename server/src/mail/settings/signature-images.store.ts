import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { ATTACHMENT_COLUMNS, type AttachmentRow } from '../attachments/attachments.store.ts';

/** `loose`: it belongs to nothing yet. Otherwise to a signature, to a template or to a message. */
export type ImageRow = AttachmentRow & { in_signature: boolean; template_id: string | null; loose: boolean };
/** Of the signatures, which share their images, or of one template. */
export type ImageOwner = { template: string | null };

/** Files of the mailbox that a text references. */
export async function readImages(db: ReadDb, mailboxId: number, ids: string[]): Promise<ImageRow[]> {
  if (ids.length === 0) return [];
  return readRows(
    db,
    sql<ImageRow>`
    select ${ATTACHMENT_COLUMNS}, a.in_signature, a.template_id, a.loose_since is not null as loose
    from attachments a
    where a.mailbox_id = ${mailboxId} and a.id = any(${ids}::uuid[])`,
  );
}

/** Attaches uploaded files to their owner. */
export async function takeLooseImages(
  tx: Tx,
  mailboxId: number,
  ids: string[],
  owner: ImageOwner,
): Promise<void> {
  await sql`
    update attachments set in_signature = true, template_id = ${owner.template}::uuid, loose_since = null
    where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[]) and loose_since is not null`.execute(tx);
}

/** Copies a file of something else for the owner. */
export async function copyImage(
  tx: Tx,
  mailboxId: number,
  original: string,
  copy: { id: string; content_type: string },
  owner: ImageOwner,
): Promise<void> {
  await sql`
    insert into attachments (mailbox_id, id, message_id, position, name, content_type, content_id, inline, size, blob,
      held_by, held_at, held_line, has_virus, scan_message, in_signature, template_id)
    select mailbox_id, ${copy.id}, null, 0, name, ${copy.content_type}, null, false, size, blob,
      held_by, held_at, held_line, has_virus, scan_message, true,
      ${owner.template}::uuid
    from attachments where mailbox_id = ${mailboxId} and id = ${original}`.execute(tx);
}

/** Detaches them: open windows that show them may still be saved, and the cleanup removes them a day later. */
export async function letImagesGo(
  tx: Tx,
  mailboxId: number,
  ids: string[],
  { owner, now }: { owner: ImageOwner; now: number },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update attachments set in_signature = false, template_id = null, loose_since = ${now}
    where mailbox_id = ${mailboxId} and id = any(${ids}::uuid[]) and in_signature
      and template_id is not distinct from ${owner.template}::uuid`.execute(tx);
}
