import { sql } from 'kysely';
import { blobsNamedBy, orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { Held } from '../attachments/attachment-bytes.ts';
import type { NewAttachment } from './new-message.ts';

/** The bytes of that hash, in the source of the message. */
export type FoundBytes = { message_id: string; blob: string; held: Held };

/** The files of a message that its source holds, as it was read. */
export function heldBy(messageId: string, files: NewAttachment[]): FoundBytes[] {
  const byHash = new Map(files.map((file) => [file.blob, file.held]));
  return [...byHash].flatMap(([blob, held]) => (held ? [{ message_id: messageId, blob, held }] : []));
}

/** Has attachments read out of the source of their own message; what kept their bytes before loses a name. */
export async function holdAttachments(
  tx: Tx,
  mailboxId: number,
  found: FoundBytes[],
  now: number,
): Promise<void> {
  if (found.length === 0) return;
  await sql`
    with given as (
      select message_id, decode(blob, 'hex') as blob, decode(held->>'source', 'hex') as source,
        (held->>'start')::integer as start, (held->>'line')::integer as line
      from json_to_recordset(${JSON.stringify(found)}) as g(message_id uuid, blob text, held json)
    ), moving as (
      select a.id, ${blobsNamedBy('attachments', 'a')} as before, g.source, g.start, g.line
      from given g
      join messages m on m.mailbox_id = ${mailboxId} and m.id = g.message_id and m.blob = g.source
      join attachments a on a.mailbox_id = ${mailboxId} and a.message_id = g.message_id and a.blob = g.blob
      where a.held_by is distinct from g.source
    ), orphaned as (
      ${orphanBlobs(sql`select unnest(before) as blob from moving`, now)}
    )
    update attachments a set held_by = v.source, held_at = v.start, held_line = v.line
    from moving v where a.mailbox_id = ${mailboxId} and a.id = v.id`.execute(tx);
}

/** Which of the messages have attachments that their own source does not hold. */
export async function findHeldElsewhere(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<Set<string>> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select m.id from messages m
    where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[]) and m.blob is not null
      and exists (select from attachments a
        where a.mailbox_id = m.mailbox_id and a.message_id = m.id and a.held_by is distinct from m.blob)`,
  );
  return new Set(rows.map(({ id }) => id));
}
