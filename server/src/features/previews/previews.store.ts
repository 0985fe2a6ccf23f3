import { sql } from 'kysely';
import type { AttachmentBytes } from '../../mail/attachments/attachment-bytes.ts';
import { ATTACHMENT_COLUMNS, type AttachmentRow, HELD } from '../../mail/attachments/attachments.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type PreviewState = 'working' | 'ready' | 'failed';

export type PreviewedFile = Pick<
  AttachmentRow,
  'id' | 'name' | 'content_type' | 'size' | 'blob' | 'has_virus'
> & {
  /** Set for a drive file. */
  version?: { mailboxId: number; id: string };
  /** Null when no preview was requested yet. */
  state: PreviewState | null;
  pdf: string | null;
};

export type PreviewedVersion = PreviewedFile & Required<Pick<PreviewedFile, 'version'>>;

const CHUNK_HELD = sql`case when c.held_by is not null then json_build_object('source', encode(c.held_by, 'hex'),
  'start', c.held_at, 'line', c.held_line) end`;

export async function readPreviewedFile(
  db: ReadDb,
  mailboxId: number,
  id: string,
): Promise<PreviewedFile | undefined> {
  if (!isId(id)) return undefined;
  const rows = await readRows(
    db,
    sql<PreviewedFile>`
    select ${ATTACHMENT_COLUMNS}, p.state, encode(p.pdf, 'hex') as pdf
    from attachments a left join office_previews p on p.source = a.blob
    where a.mailbox_id = ${mailboxId} and a.id = ${id}`,
  );
  return rows[0];
}

/** The latest version of a drive file. Its content is identified by its hash, like a blob of the same bytes. */
export async function readPreviewedVersion(
  db: ReadDb,
  mailboxId: number,
  file: { id: string; name: string; version_id: string },
): Promise<PreviewedVersion | undefined> {
  const rows = await readRows(
    db,
    sql<PreviewedVersion>`
    select ${file.id}::text as id, ${file.name}::text as name, v.content_type, v.size, v.has_virus,
      encode(v.content_hash, 'hex') as blob, p.state, encode(p.pdf, 'hex') as pdf,
      json_build_object('mailboxId', v.mailbox_id, 'id', v.id) as version
    from drive_versions v left join office_previews p on p.source = v.content_hash
    where v.mailbox_id = ${mailboxId} and v.id = ${file.version_id}`,
  );
  return rows[0];
}

/** Where the bytes of a document are contiguous; undefined when no attachment or drive file has them so. */
export async function readDocument(db: ReadDb, source: string): Promise<AttachmentBytes | undefined> {
  const rows = await readRows(
    db,
    sql<AttachmentBytes>`
    select * from (
    (select encode(a.blob, 'hex') as blob, a.size, ${HELD} as held from attachments a
    where a.blob = decode(${source}, 'hex') limit 1)
    union all
    (select encode(c.blob, 'hex') as blob, c.size, ${CHUNK_HELD} as held from drive_chunks c
    where c.blob = decode(${source}, 'hex') limit 1)
    ) d limit 1`,
  );
  return rows[0];
}

/** Serializes the claims of this account until the transaction ends. */
export async function lockPreviewsOf(tx: Tx, mailboxId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`previews of ${mailboxId}`}, 0))`.execute(tx);
}

/** Whether another conversion waits or runs for this account. */
export async function hasOtherPending(
  tx: Tx,
  { source, mailboxId, since }: { source: string; mailboxId: number; since: number },
): Promise<boolean> {
  const rows = await readRows(
    tx,
    sql`
    select from office_previews where asked_by = ${mailboxId} and state = 'working' and at >= ${since}
      and source <> decode(${source}, 'hex')`,
  );
  return rows.length > 0;
}

/** Claims the conversion of a file; false when it is running, done, or failed too recently. */
export async function claimPreview(
  tx: Tx,
  { source, mailboxId, now }: { source: string; mailboxId: number; now: number },
  again: { workingBefore: number; firstRetrySeconds: number; lastRetrySeconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into office_previews as p (source, state, at, asked_by)
    values (decode(${source}, 'hex'), 'working', ${now}, ${mailboxId})
    on conflict (source) do update set state = 'working', at = excluded.at, asked_by = excluded.asked_by
    where (p.state = 'working' and p.at < ${again.workingBefore})
      or (p.state = 'failed' and p.at <= ${now} - least(
        ${again.lastRetrySeconds}::bigint,
        ${again.firstRetrySeconds}::bigint * 4 ^ least(coalesce(p.failures, 1) - 1, 8)
      ))
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Whether the conversion is claimed and not finished. */
export async function isPending(db: ReadDb, source: string): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`
    select from office_previews where source = decode(${source}, 'hex') and state = 'working'`,
  );
  return rows.length > 0;
}

export async function finishPreview(tx: Tx, source: string, pdf: string | null, now: number): Promise<void> {
  await sql`
    update office_previews set
      state = ${pdf === null ? 'failed' : 'ready'}, pdf = decode(${pdf}::text, 'hex'), at = ${now},
      failures = case when ${pdf === null}::boolean then least(coalesce(failures, 0) + 1, 100) end
    where source = decode(${source}, 'hex')`.execute(tx);
}
