import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type Copy = { entry_id: string; version_id: string; content_hash: string };

const COPY = sql`e.id as entry_id, e.version_id, encode(v.content_hash, 'hex') as content_hash`;

/** The file that an attachment was saved as, wherever it is now. */
export async function readSavedAs(
  db: ReadDb,
  mailboxId: number,
  attachmentId: string,
): Promise<Copy | undefined> {
  const rows = await readRows(
    db,
    sql<Copy>`
    select ${COPY} from drive_saved_files s
    join drive_entries e on e.mailbox_id = s.mailbox_id and e.id = s.entry_id
    join drive_versions v on v.mailbox_id = e.mailbox_id and v.id = e.version_id
    where s.mailbox_id = ${mailboxId} and s.attachment_id = ${attachmentId}`,
  );
  return rows[0];
}

/** How many files of the same bytes are considered, those of the same name first. */
const MOST_COPIES = 20;

/** Files whose latest version has these bytes and that are not themselves in the trash. */
export async function findCopies(
  db: ReadDb,
  mailboxId: number,
  { contentHash, nameKey }: { contentHash: string; nameKey: string },
): Promise<Copy[]> {
  return readRows(
    db,
    sql<Copy>`
    select ${COPY} from drive_versions v
    join drive_entries e on e.mailbox_id = v.mailbox_id and e.id = v.entry_id and e.version_id = v.id
    where v.mailbox_id = ${mailboxId} and v.content_hash = decode(${contentHash}, 'hex') and e.trashed_at is null
    order by (e.name_key = ${nameKey}) desc, e.created_at limit ${MOST_COPIES}`,
  );
}

export async function rememberSavedAs(
  tx: Tx,
  mailboxId: number,
  attachmentId: string,
  entryId: string,
): Promise<void> {
  await sql`
    insert into drive_saved_files (mailbox_id, attachment_id, entry_id)
    values (${mailboxId}, ${attachmentId}, ${entryId})
    on conflict (mailbox_id, attachment_id) do update set entry_id = excluded.entry_id`.execute(tx);
}
