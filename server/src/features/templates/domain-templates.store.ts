import { sql } from 'kysely';
import { findPeopleOfDomain, type Keeper } from '../../mail/people/people-of-domain.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { TemplateText } from './templates.store.ts';

export type DomainTemplateRow = TemplateText & {
  id: string;
  version: number;
  updated_at: number;
  updated_by: string;
};

const COLUMNS = sql`v.template_id as id, v.version, v.name, v.folder, v.subject, v.html, v.recipients,
  v.updated_at, v.updated_by`;

/** What the templates of a domain say now, by folder and name. */
export async function readDomainTemplates(db: ReadDb, domainId: number): Promise<DomainTemplateRow[]> {
  return readRows(
    db,
    sql<DomainTemplateRow>`
    select ${COLUMNS} from domain_templates t join domain_template_versions v
      on v.domain_id = t.domain_id and v.template_id = t.id and v.version = t.version
    where t.domain_id = ${domainId} and t.deleted_at is null
    order by v.folder, v.name, v.template_id`,
  );
}

export async function readDomainTemplate(
  db: ReadDb,
  domainId: number,
  id: string,
  which: { deleted: boolean } = { deleted: false },
): Promise<DomainTemplateRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await readRows(
    db,
    sql<DomainTemplateRow>`
    select ${COLUMNS} from domain_templates t join domain_template_versions v
      on v.domain_id = t.domain_id and v.template_id = t.id and v.version = t.version
    where t.domain_id = ${domainId} and t.id = ${id} and (t.deleted_at is not null) = ${which.deleted}`,
  );
  return row;
}

/** Of a template that is there, the newest first. */
export async function readVersions(db: ReadDb, domainId: number, id: string): Promise<DomainTemplateRow[]> {
  return readRows(
    db,
    sql<DomainTemplateRow>`
    select ${COLUMNS} from domain_template_versions v
    where v.domain_id = ${domainId} and v.template_id = ${id} order by v.version desc`,
  );
}

/** Changes of the templates of a domain go one after the other. */
export async function lockTemplates(tx: Tx, domainId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`templates of domain ${domainId}`}, 0))`.execute(
    tx,
  );
}

export async function countDomainTemplates(db: ReadDb, domainId: number): Promise<number> {
  const { count } = await db
    .selectFrom('domain_templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('domain_id', '=', domainId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Makes this the current version; of all of them the last ones are kept. */
export async function writeVersion(
  tx: Tx,
  domainId: number,
  { id, ...row }: DomainTemplateRow,
  kept: number,
): Promise<void> {
  await tx
    .insertInto('domain_templates')
    .values({ domain_id: domainId, id, version: row.version, deleted_at: null })
    .onConflict((conflict) =>
      conflict.columns(['domain_id', 'id']).doUpdateSet({ version: row.version, deleted_at: null }),
    )
    .execute();
  await tx
    .insertInto('domain_template_versions')
    .values({ domain_id: domainId, template_id: id, ...row, recipients: JSON.stringify(row.recipients) })
    .execute();
  await tx
    .deleteFrom('domain_template_versions')
    .where('domain_id', '=', domainId)
    .where('template_id', '=', id)
    .where('version', '<=', row.version - kept)
    .execute();
}

/** Null: it is there again. */
export async function markDeleted(
  tx: Tx,
  domainId: number,
  { id, at }: { id: string; at: number | null },
): Promise<void> {
  await tx
    .updateTable('domain_templates')
    .set({ deleted_at: at })
    .where('domain_id', '=', domainId)
    .where('id', '=', id)
    .execute();
}

export async function isKeeper(db: ReadDb, domainId: number, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('template_keepers')
    .select('added_at')
    .where('domain_id', '=', domainId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function readTemplateKeepers(db: ReadDb, domainId: number): Promise<Keeper[]> {
  return readRows(
    db,
    sql<Keeper>`
    select p.email, p.name from template_keepers k join mailboxes p on p.id = k.person_id
    where k.domain_id = ${domainId} and p.deleted_at is null order by p.email`,
  );
}

/** Makes these people of the domain the keepers; answers those who are none of it, and changes nothing then. */
export async function replaceTemplateKeepers(
  tx: Tx,
  domainId: number,
  addresses: string[],
  at: number,
): Promise<string[]> {
  const { ids, strangers } = await findPeopleOfDomain(tx, domainId, addresses);
  if (strangers.length > 0) return strangers;
  await sql`
    delete from template_keepers
    where domain_id = ${domainId} and person_id <> all(${ids}::bigint[])`.execute(tx);
  await sql`
    insert into template_keepers (domain_id, person_id, added_at)
    select ${domainId}, id, ${at} from unnest(${ids}::bigint[]) as p(id) on conflict do nothing`.execute(tx);
  return [];
}
