import { sql } from 'kysely';
import { isId } from '../../platform/ids.ts';
import type { Db, Tx } from '../../tables.ts';

export type PreviewState = 'working' | 'ready' | 'failed';

export type PreviewedFile = {
  id: string;
  name: string;
  content_type: string;
  content_id: string | null;
  inline: boolean;
  size: number;
  blob: string;
  /** Null where none was asked for yet. */
  state: PreviewState | null;
  pdf: string | null;
};

export async function readPreviewedFile(
  db: Db,
  mailboxId: number,
  id: string,
): Promise<PreviewedFile | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<PreviewedFile>`
    select a.id, a.name, a.content_type, a.content_id, a.inline, a.size, encode(a.blob, 'hex') as blob,
      p.state, encode(p.pdf, 'hex') as pdf
    from attachments a left join office_previews p on p.source = a.blob
    where a.mailbox_id = ${mailboxId} and a.id = ${id}`.execute(db);
  return rows[0];
}

/** Notes that a preview is being made; false where one is made, was made, or failed lately. */
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

export async function isWanted(db: Db, source: string): Promise<boolean> {
  const { rows } = await sql`
    select from office_previews where source = decode(${source}, 'hex') and state = 'working'`.execute(db);
  return rows.length > 0;
}

export async function finishPreview(db: Db, source: string, pdf: string | null, now: number): Promise<void> {
  await sql`
    update office_previews set
      state = ${pdf === null ? 'failed' : 'ready'}, pdf = decode(${pdf}::text, 'hex'), at = ${now}
    where source = decode(${source}, 'hex')`.execute(db);
}
