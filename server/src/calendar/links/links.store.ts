import { type Selectable, sql } from 'kysely';
import type { CalendarLinksTable } from '../../calendar-tables.ts';
import { isAllowedOutside } from '../../kernel/link-rules.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Where a sealed secret is. */
export type SealedPlace = { mailbox_id: number; id: string };

export type LinkRow = Omit<Selectable<CalendarLinksTable>, 'token_hash'>;

const COLUMNS = sql`mailbox_id, id, calendar_id, permission, token_sealed, created_at, expires_at, ended_at, ended_by,
  opened_at`;

export async function insertLink(
  tx: Tx,
  link: Omit<CalendarLinksTable, 'ended_at' | 'ended_by' | 'opened_at'>,
): Promise<void> {
  await tx.insertInto('calendar_links').values(link).execute();
}

/** Those of a calendar that its owner has not ended, the latest first. */
export function readLinksOf(db: ReadDb, mailboxId: number, calendarId: string): Promise<LinkRow[]> {
  return readRows(
    db,
    sql<LinkRow>`
    select ${COLUMNS} from calendar_links
    where mailbox_id = ${mailboxId} and calendar_id = ${calendarId}::uuid and ended_by is distinct from 'owner'
    order by created_at desc, id desc`,
  );
}

export async function readLink(db: ReadDb, mailboxId: number, id: string): Promise<LinkRow | undefined> {
  const rows = await readRows(
    db,
    sql<LinkRow>`select ${COLUMNS} from calendar_links where mailbox_id = ${mailboxId} and id = ${id}::uuid`,
  );
  return rows[0];
}

export async function writeLinkEnd(
  tx: Tx,
  mailboxId: number,
  id: string,
  end: Pick<LinkRow, 'ended_at' | 'ended_by'>,
): Promise<void> {
  await tx
    .updateTable('calendar_links')
    .set(end)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

/** Forgets links of a calendar that its owner ended before a moment: nobody puts them back any more. */
export async function deleteEndedLinks(
  tx: Tx,
  mailboxId: number,
  calendarId: string,
  before: number,
): Promise<void> {
  await tx
    .deleteFrom('calendar_links')
    .where('mailbox_id', '=', mailboxId)
    .where('calendar_id', '=', calendarId)
    .where('ended_by', '=', 'owner')
    .where('ended_at', '<', before)
    .execute();
}

/** A link that opens a calendar now. */
export type OpenLink = Pick<LinkRow, 'mailbox_id' | 'id' | 'calendar_id' | 'permission' | 'opened_at'> & {
  name: string;
  color: string;
  /** Of the last change of the calendar or of its events. */
  seq: number;
  owner_name: string;
  owner_email: string;
};

/**
 * By the secret of a link alone. Closed for whatever reason (ended, over, by the rules of the domain, or as its owner may
 * not sign in) it is not there.
 */
export async function findOpenLink(
  db: ReadDb,
  tokenHash: Buffer,
  now: number,
): Promise<OpenLink | undefined> {
  const [found] = await readRows(
    db,
    sql<OpenLink>`
    select l.mailbox_id, l.id, l.calendar_id, l.permission, l.opened_at, c.name, c.color, c.seq,
      o.name as owner_name, o.email as owner_email
    from calendar_links l
    join calendars c on c.mailbox_id = l.mailbox_id and c.id = l.calendar_id
    join mailboxes o on o.id = l.mailbox_id and o.active and o.deleted_at is null
    join domains d on d.id = o.domain_id and d.active
    where l.token_hash = ${tokenHash} and l.ended_at is null and (l.expires_at is null or l.expires_at > ${now})
      and ${isAllowedOutside(now, sql`l.created_at`)}`,
  );
  return found;
}

export async function writeOpened(tx: Tx, { mailbox_id, id }: OpenLink, now: number): Promise<void> {
  await tx
    .updateTable('calendar_links')
    .set({ opened_at: now })
    .where('mailbox_id', '=', mailbox_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Events of a calendar that are not over before a moment, with the bytes of their texts: those without an end, then those
 * that end last.
 */
export function readEventsSince(
  db: ReadDb,
  mailboxId: number,
  calendarId: string,
  since: number,
  limit: number,
): Promise<{ id: string; bytes: number }[]> {
  return readRows(
    db,
    sql<{ id: string; bytes: number }>`
    select o.id, octet_length(s.source) as bytes from calendar_objects o
    join calendar_sources s on s.mailbox_id = o.mailbox_id and s.object_id = o.id
    where o.mailbox_id = ${mailboxId} and o.calendar_id = ${calendarId}::uuid and o.component = 'event'
      and o.trashed_at is null and (o.last_at is null or o.last_at >= ${since})
    order by o.last_at desc nulls first, o.id limit ${limit}`,
  );
}

/** Of all mailboxes, in the order of their keys. */
export function readSealedLinks(
  db: ReadDb,
  { mailbox_id, id }: SealedPlace,
  limit: number,
): Promise<(SealedPlace & { sealed: Buffer })[]> {
  return readRows(
    db,
    sql<SealedPlace & { sealed: Buffer }>`
    select mailbox_id, id, token_sealed as sealed from calendar_links
    where (mailbox_id, id) > (${mailbox_id}, ${id}::uuid) order by mailbox_id, id limit ${limit}`,
  );
}

export async function writeSealedLink(
  tx: Tx,
  { mailbox_id, id }: SealedPlace,
  token_sealed: Buffer,
): Promise<void> {
  await tx
    .updateTable('calendar_links')
    .set({ token_sealed })
    .where('mailbox_id', '=', mailbox_id)
    .where('id', '=', id)
    .execute();
}
