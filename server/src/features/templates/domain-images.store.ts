import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type DomainImageRow = { id: string; blob: string; size: number; content_type: string };
type Which = { domainId: number; templateId: string };

const COLUMNS = sql`i.id, encode(i.blob, 'hex') as blob, i.size, i.content_type`;

/** The images of all kept versions of a template. */
export async function readImagesOf(db: ReadDb, { domainId, templateId }: Which): Promise<DomainImageRow[]> {
  return readRows(
    db,
    sql<DomainImageRow>`
    select ${COLUMNS} from domain_template_images i
    where i.domain_id = ${domainId} and i.template_id = ${templateId} order by i.id`,
  );
}

/** An image of a template that is there. */
export async function readDomainImage(
  db: ReadDb,
  domainId: number,
  id: string,
): Promise<DomainImageRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await readRows(
    db,
    sql<DomainImageRow>`
    select ${COLUMNS} from domain_template_images i join domain_templates t
      on t.domain_id = i.domain_id and t.id = i.template_id
    where i.domain_id = ${domainId} and i.id = ${id} and t.deleted_at is null`,
  );
  return row;
}

export async function insertDomainImages(
  tx: Tx,
  { domainId, templateId }: Which,
  rows: DomainImageRow[],
  at: number,
): Promise<void> {
  await sql`
    insert into domain_template_images (domain_id, id, template_id, blob, size, content_type, created_at)
    select ${domainId}, id, ${templateId}::uuid, decode(blob, 'hex'), size, content_type, ${at}
    from json_to_recordset(${JSON.stringify(rows)}) as i(id uuid, blob text, size integer, content_type text)`.execute(
    tx,
  );
}

/** Deletes the images of a template that no kept version of it shows. */
export async function deleteUnshownImages(
  tx: Tx,
  { domainId, templateId }: Which,
  now: number,
): Promise<void> {
  await sql`
    with gone as (
      delete from domain_template_images i
      where i.domain_id = ${domainId} and i.template_id = ${templateId} and not exists (
        select from domain_template_versions v
        where v.domain_id = i.domain_id and v.template_id = i.template_id
          and strpos(v.html, '/images/' || i.id) > 0)
      returning i.blob
    )
    ${orphanBlobs(sql`select blob from gone`, now)}`.execute(tx);
}

/** The bytes of the images of all templates of a domain, of those too that can still be restored. */
export async function sumImageBytes(db: ReadDb, domainId: number): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from domain_template_images where domain_id = ${domainId}`,
  );
  return Number(row?.bytes ?? 0);
}
