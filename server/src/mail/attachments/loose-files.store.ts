import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { AttachmentRow } from './attachments.store.ts';

/** The bytes that count against the quota: messages, and uploaded files that no draft references yet. */
export async function readUsedBytes(db: ReadDb, mailboxId: number): Promise<{ used: number; quota: number }> {
  const rows = await readRows(
    db,
    sql<{ used: number; quota: number }>`
    select s.used_bytes + (select coalesce(sum(a.size), 0)::bigint from attachments a
        where a.mailbox_id = s.mailbox_id and a.loose_since is not null) as used,
      m.quota_mb::bigint * 1024 * 1024 as quota
    from mailbox_state s join mailboxes m on m.id = s.mailbox_id
    where s.mailbox_id = ${mailboxId}`,
  );
  const [found] = rows;
  if (!found) throw new Error(`mailbox ${mailboxId} does not exist`);
  return found;
}

type LooseFile = Omit<AttachmentRow, 'content_id' | 'inline'> & { public: boolean };

/** Files that belong to no message until a draft references them. */
export async function insertLooseFiles(
  tx: Tx,
  mailboxId: number,
  files: LooseFile[],
  now: number,
): Promise<void> {
  await sql`
    insert into attachments (mailbox_id, id, message_id, position, name, content_type, content_id, inline, size, blob,
      held_by, held_at, held_line, loose_since, public, has_virus, scan_message)
    select ${mailboxId}, id, null, 0, name, content_type, null, false, size, decode(blob, 'hex'),
      decode(held ->> 'source', 'hex'), (held ->> 'start')::integer, (held ->> 'line')::integer, ${now}, public,
      has_virus, scan_message
    from json_to_recordset(${JSON.stringify(files)}) as f(id uuid, name text, content_type text, size integer,
      blob text, held json, public boolean, has_virus boolean, scan_message text)`.execute(tx);
}
