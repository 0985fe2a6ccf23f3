import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import type { AttachmentBytes } from './attachment-bytes.ts';

export type AttachmentRow = AttachmentBytes & {
  id: string;
  name: string;
  content_type: string;
  content_id: string | null;
  inline: boolean;
  has_virus: boolean;
  scan_message: string | null;
  /** The drive file that it was saved as; absent when not requested. */
  drive_entry?: { id: string; parent_id: string } | null;
  /** What a calendar file does (METHOD of RFC 5546); absent when not requested. */
  calendar_method?: string | null;
};

/** `held` of the attachment `a` of the surrounding query. */
export const HELD = sql`case when a.held_by is not null then
  json_build_object('source', encode(a.held_by, 'hex'), 'start', a.held_at, 'line', a.held_line) end`;

/** The drive's copy of the attachment `a` of the surrounding query, unless it is in the trash. */
const DRIVE_ENTRY = sql`(select json_build_object('id', e.id, 'parent_id', e.parent_id) from drive_saved_files s
    join drive_entries e on e.mailbox_id = s.mailbox_id and e.id = s.entry_id and e.trashed_at is null
    where s.mailbox_id = a.mailbox_id and s.attachment_id = a.id)`;

/** The columns of an `AttachmentRow`, for the attachment `a` of the surrounding query. */
export const ATTACHMENT_COLUMNS = sql`a.id, a.name, a.content_type, a.content_id, a.inline, a.size,
  encode(a.blob, 'hex') as blob, ${HELD} as held, a.has_virus, a.scan_message`;

/** The same columns as one JSON object. */
export const ATTACHMENT_JSON = sql`json_build_object('id', a.id, 'name', a.name, 'content_type', a.content_type,
      'content_id', a.content_id, 'inline', a.inline, 'size', a.size, 'blob', encode(a.blob, 'hex'),
      'held', ${HELD}, 'has_virus', a.has_virus, 'scan_message', a.scan_message,
      'drive_entry', ${DRIVE_ENTRY}, 'calendar_method', a.calendar->>'method')`;

/** The attachments of the mailbox with these ids, unordered. */
export async function readAttachments(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<AttachmentRow[]> {
  return readRows(
    db,
    sql<AttachmentRow>`
      select ${ATTACHMENT_COLUMNS}, ${DRIVE_ENTRY} as drive_entry from attachments a
      where a.mailbox_id = ${mailboxId} and a.id = any(${ids.filter(isId)}::uuid[])`,
  );
}
