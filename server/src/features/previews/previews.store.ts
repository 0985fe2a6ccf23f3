import { sql } from 'kysely';
import type { AttachmentBytes } from '../../mail/attachments/attachment-bytes.ts';
import { ATTACHMENT_COLUMNS, type AttachmentRow, HELD } from '../../mail/attachments/attachments.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type PreviewState = 'working' | 'ready' | 'failed';

export type PreviewedFile = AttachmentRow & {
  /** Null where no preview was requested yet. */
  state: PreviewState | null;
  pdf: string | null;
};

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

/** Where the bytes of a document are; undefined where no attachment has them any more. */
export async function readDocument(db: ReadDb, source: string): Promise<AttachmentBytes | undefined> {
  const rows = await readRows(
    db,
    sql<AttachmentBytes>`
    select encode(a.blob, 'hex') as blob, a.size, ${HELD} as held from attachments a
    where a.blob = decode(${source}, 'hex') limit 1`,
  );
  return rows[0];
}

/** Claims the conversion of a file; false where one is running, is ready, or failed recently. */
export async function claimPreview(
  tx: Tx,
  source: string,
  now: number,
  again: { workingBefore: number; failedBefore: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into office_previews as p (source, state, at) values (decode(${source}, 'hex'), 'working', ${now})
    on conflict (source) do update set state = 'working', at = excluded.at
    where (p.state = 'working' and p.at < ${again.workingBefore})
      or (p.state = 'failed' and p.at < ${again.failedBefore})
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
      state = ${pdf === null ? 'failed' : 'ready'}, pdf = decode(${pdf}::text, 'hex'), at = ${now}
    where source = decode(${source}, 'hex')`.execute(tx);
}
