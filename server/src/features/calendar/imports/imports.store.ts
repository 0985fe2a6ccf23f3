import { sql } from 'kysely';
import { type CalendarRight, sharedWith } from '../../../calendar/access/shared-calendars.store.ts';
import { readRows } from '../../../platform/db/read-rows.ts';
import type { ReadDb, Tables, Tx } from '../../../tables.ts';

type ImportRow = Tables['calendar_imports'];

/** Whoever imports again and again keeps no more texts that were replaced. */
const KEPT_AT_MOST = 20;

/** One that is sent again begins anew to count what it has gone through. */
export async function beginImport(tx: Tx, row: ImportRow): Promise<void> {
  const { mailbox_id: mailboxId, id, calendar_id, is_new_calendar, at, total } = row;
  await sql`
    insert into calendar_imports (mailbox_id, id, calendar_id, is_new_calendar, at, total, done)
    values (${mailboxId}, ${id}::uuid, ${calendar_id}::uuid, ${is_new_calendar}, ${at}, ${total}, 0)
    on conflict (mailbox_id, id) do update set total = excluded.total, done = 0`.execute(tx);
  await sql`
    with old as (
      delete from calendar_imports where mailbox_id = ${mailboxId} and id in (
        select id from calendar_imports where mailbox_id = ${mailboxId} and id <> ${id}::uuid
        order by at desc, id desc offset ${KEPT_AT_MOST - 1})
      returning id)
    delete from calendar_import_steps s using old o
    where s.mailbox_id = ${mailboxId} and s.import_id = o.id`.execute(tx);
}

export async function readImport(db: ReadDb, mailboxId: number, id: string): Promise<ImportRow | undefined> {
  const [row] = await readRows(
    db,
    sql<ImportRow>`select * from calendar_imports where mailbox_id = ${mailboxId} and id = ${id}::uuid`,
  );
  return row;
}

export type ReachedImport = ImportRow & { permission: CalendarRight };

/** One into the calendars of a person, or into one that others share with them and that they may change. */
export async function findImport(db: ReadDb, person: number, id: string): Promise<ReachedImport | undefined> {
  const [row] = await readRows(
    db,
    sql<ReachedImport>`
    select * from (
      select i.*, 'OWNER' as permission from calendar_imports i
      where i.mailbox_id = ${person} and i.id = ${id}::uuid
      union all
      select i.*, s.permission from (${sharedWith(person)}) s
      join calendar_imports i on i.mailbox_id = s.mailbox_id and i.calendar_id = s.calendar_id and i.id = ${id}::uuid
      where s.permission in ('WRITE', 'MANAGE')
    ) found
    order by mailbox_id = ${person} desc, mailbox_id limit 1`,
  );
  return row;
}

export async function advanceImport(tx: Tx, mailboxId: number, id: string, done: number): Promise<void> {
  await tx
    .updateTable('calendar_imports')
    .set({ done })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

/** An object of a calendar with one of the uids of a file. */
export type KnownObject = { id: string; uid: string; etag: string; seq: number; component: 'event' | 'task' };

export function readKnownObjects(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
  uids: string[],
): Promise<KnownObject[]> {
  return readRows(
    db,
    sql<KnownObject>`
    select id, uid, etag, seq, component from calendar_objects
    where mailbox_id = ${mailboxId} and calendar_id = ${calendarId}::uuid and uid = any(${uids}::text[])
      and trashed_at is null`,
  );
}

/** What an earlier try of an import has made of objects. */
export async function readStepsOf(
  db: ReadDb,
  mailboxId: number,
  importId: string,
  ids: string[],
): Promise<Map<string, 'created' | 'replaced'>> {
  const rows = await readRows(
    db,
    sql<{ object_id: string; step: 'created' | 'replaced' }>`
    select object_id, case when before is null then 'created' else 'replaced' end as step
    from calendar_import_steps
    where mailbox_id = ${mailboxId} and import_id = ${importId}::uuid and object_id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ object_id, step }) => [object_id, step]));
}

/** Before the objects are written: keeps the texts of those that are there. */
export async function writeSteps(
  tx: Tx,
  mailboxId: number,
  importId: string,
  { ids, seq }: { ids: string[]; seq: number },
): Promise<void> {
  await sql`
    insert into calendar_import_steps (mailbox_id, import_id, object_id, seq, before)
    select ${mailboxId}, ${importId}::uuid, w.id, ${seq}, s.source
    from unnest(${ids}::uuid[]) as w(id)
    left join calendar_sources s on s.mailbox_id = ${mailboxId} and s.object_id = w.id
    on conflict do nothing`.execute(tx);
}

export type ImportStep = { object_id: string; seq: number; before: Buffer | null };

/** The next steps to undo: of objects that were made, or of those that were replaced. */
export function readSteps(
  db: ReadDb,
  mailboxId: number,
  importId: string,
  { replaced, limit }: { replaced: boolean; limit: number },
): Promise<ImportStep[]> {
  return readRows(
    db,
    sql<ImportStep>`
    select object_id, seq, before from calendar_import_steps
    where mailbox_id = ${mailboxId} and import_id = ${importId}::uuid and (before is not null) = ${replaced}
    order by object_id limit ${limit}`,
  );
}

export async function deleteSteps(
  tx: Tx,
  mailboxId: number,
  importId: string,
  objectIds: string[],
): Promise<void> {
  await tx
    .deleteFrom('calendar_import_steps')
    .where('mailbox_id', '=', mailboxId)
    .where('import_id', '=', importId)
    .where('object_id', 'in', objectIds)
    .execute();
}

export async function deleteImport(tx: Tx, mailboxId: number, id: string): Promise<void> {
  await tx.deleteFrom('calendar_imports').where('mailbox_id', '=', mailboxId).where('id', '=', id).execute();
}

/** Imports that can no longer be undone, of all mailboxes. */
export async function deleteOldImports(tx: Tx, before: number): Promise<void> {
  await sql`
    with old as (delete from calendar_imports where at < ${before} returning mailbox_id, id)
    delete from calendar_import_steps s using old o where s.mailbox_id = o.mailbox_id and s.import_id = o.id`.execute(
    tx,
  );
}
