import { readPublic } from '../../calendar/access/hidden-objects.store.ts';
import { reachCalendar } from '../../calendar/access/reach.ts';
import type { CalendarRight } from '../../calendar/access/shared-calendars.store.ts';
import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import { objectsOf } from '../../calendar/object-resources.ts';
import { CALENDAR } from '../../kernel/calendar.ts';
import {
  type ResourceRow,
  readResources,
  readResourcesByName,
  readResourcesWithin,
} from '../../kernel/resources.store.ts';
import { readJournalSeq } from '../../kernel/things-changed.store.ts';
import { notFound } from '../../platform/dav/dav-refusal.ts';
import { needPrivileges } from '../../platform/dav/refusals.ts';
import { idFromText, isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { isNameOfBlock, readBlocks } from './busy-blocks.ts';

/** A calendar that its caller may read: `blocks` stand for what its owner doesn't show; null in one's own. */
export type OpenCalendar = CalendarRow & { blocks: ResourceRow[] | null };

/** Ids are UUIDs: at other names there is nothing. Refused as not there where the caller may not know of it. */
export async function openCalendar(
  db: ReadDb,
  person: number,
  calendarId: string,
  right: CalendarRight = 'BUSY',
): Promise<CalendarRow> {
  if (!isId(calendarId)) throw notFound();
  return reachCalendar(db, person, calendarId, right);
}

export async function withBlocks(
  db: ReadDb,
  person: number,
  calendars: CalendarRow[],
  now: number,
): Promise<OpenCalendar[]> {
  const blocks = await readBlocks(db, person, calendars, now);
  return calendars.map((calendar) => ({
    ...calendar,
    blocks: calendar.permission === 'OWNER' ? null : (blocks.get(calendar.id) ?? []),
  }));
}

export async function openWithBlocks(
  db: ReadDb,
  person: number,
  calendarId: string,
  now: number,
): Promise<OpenCalendar> {
  const [open] = await withBlocks(db, person, [await openCalendar(db, person, calendarId)], now);
  return open as OpenCalendar;
}

/**
 * The number of the last change that a program may have missed: in one's own calendars of anything, and else of the
 * calendar, so that nothing is told of what its owner does elsewhere. Where its times are all that is shared, these are in
 * the id of the token.
 */
export async function presentOf(db: ReadDb, calendar: OpenCalendar): Promise<number> {
  const isOwn = calendar.permission === 'OWNER';
  return presentIn(calendar, isOwn ? await readJournalSeq(db, CALENDAR.journal, calendar.mailbox_id) : 0);
}

/** `journal`: the number of the last change of anything of the caller's. */
export function presentIn({ permission, seq }: OpenCalendar, journal: number): number {
  if (permission === 'OWNER') return journal;
  return permission === 'BUSY' ? 0 : seq;
}

/**
 * By which the tokens of a calendar are told from those of others. In a shared one they are over when its right changes,
 * or the times of what is not shown: a program that went on from there would be told names of hidden events.
 */
export function syncIdOf({ id, permission, blocks }: OpenCalendar): string {
  if (blocks === null) return id;
  return idFromText(`calendar ${id} ${permission} ${blocks.map(({ etag }) => etag).join(' ')}`);
}

/** Those of the objects that a caller sees. */
export async function shownOf(
  db: ReadDb,
  calendar: CalendarRow,
  rows: ResourceRow[],
): Promise<ResourceRow[]> {
  if (calendar.permission === 'OWNER') return rows;
  if (calendar.permission === 'BUSY') return [];
  const shown = await readPublic(
    db,
    calendar,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => shown.has(id));
}

export type Page = { rows: ResourceRow[]; next: string | null };

/** A page of the objects, in the order of their names; what stands for hidden ones is apart. */
export async function readPage(
  db: ReadDb,
  calendar: CalendarRow,
  { after, limit, withSource }: { after: string; limit: number; withSource: boolean },
): Promise<Page> {
  const rows = await readResources(db, objectsOf(calendar.mailbox_id, calendar.id, withSource), {
    after,
    limit,
  });
  const next = rows.length < limit ? null : (rows.at(-1)?.name ?? null);
  return { rows: await shownOf(db, calendar, rows), next };
}

/** Those of the names that there are, in no order; with texts as far as these come to so many bytes, or with none. */
export async function readNamed(
  db: ReadDb,
  calendar: OpenCalendar,
  names: string[],
  mostBytes: number | null,
): Promise<ResourceRow[]> {
  const { blocks } = calendar;
  const isBlock = (name: string) => blocks !== null && isNameOfBlock(name);
  const objects = names.filter((name) => !isBlock(name));
  const of = objectsOf(calendar.mailbox_id, calendar.id, false);
  const found =
    mostBytes === null
      ? await readResourcesByName(db, of, objects)
      : await readResourcesWithin(db, of, objects, mostBytes);
  const wanted = new Set(names.filter(isBlock));
  return [...(await shownOf(db, calendar, found)), ...(blocks ?? []).filter(({ name }) => wanted.has(name))];
}

/** So many bytes of texts, and one object more, are in memory at once. */
export const MOST_BYTES = 1_000_000;

/** Like `readNamed`, so many at once, in the order of the names but for those of which others leave too little room. */
export async function* readNamedPieces(
  db: ReadDb,
  calendar: OpenCalendar,
  names: readonly string[],
  { withSource, atOnce }: { withSource: boolean; atOnce: number },
): AsyncGenerator<ResourceRow[]> {
  const most = withSource ? MOST_BYTES : null;
  for (let left = names; left.length > 0; ) {
    const asked = left.slice(0, atOnce);
    const found = await readNamed(db, calendar, asked, most);
    const isRead = ({ source }: ResourceRow) => !withSource || source !== null;
    const later = new Set(found.filter((row) => !isRead(row)).map(({ name }) => name));
    const byName = new Map(found.filter(isRead).map((row) => [row.name, row]));
    yield asked.flatMap((name) => byName.get(name) ?? []);
    left = [...asked.filter((name) => later.has(name)), ...left.slice(atOnce)];
  }
}

/** One resource as its caller may read it. */
export async function findShown(
  db: ReadDb,
  person: number,
  { calendarId, name }: { calendarId: string; name: string },
  now: number,
): Promise<ResourceRow | undefined> {
  const [row] = await readNamed(db, await openWithBlocks(db, person, calendarId, now), [name], MOST_BYTES);
  return row;
}

/** The object of a name that its caller may change; what they are not shown is not there. */
export async function findObject(
  db: ReadDb,
  calendar: CalendarRow,
  name: string,
): Promise<ResourceRow | undefined> {
  if (calendar.permission !== 'OWNER' && isNameOfBlock(name)) throw onlyOwner();
  const rows = await readResourcesByName(db, objectsOf(calendar.mailbox_id, calendar.id, true), [name]);
  return (await shownOf(db, calendar, rows))[0];
}

/** The object at a name that is written to. Where a hidden one is in the way, nothing can be put there. */
export async function findToReplace(
  db: ReadDb,
  calendar: CalendarRow,
  name: string,
): Promise<ResourceRow | undefined> {
  const found = await findObject(db, calendar, name);
  if (found || calendar.permission === 'OWNER') return found;
  const rows = await readResourcesByName(db, objectsOf(calendar.mailbox_id, calendar.id, false), [name]);
  if (rows.length > 0) throw onlyOwner();
  return undefined;
}

/** A calendar that is written to, and what stands in it at a name, asked for at once in one's own. */
export async function openToReplace(
  db: ReadDb,
  person: number,
  { mailboxId, calendarId, name }: { mailboxId: number; calendarId: string; name: string },
): Promise<{ calendar: CalendarRow; found: ResourceRow | undefined }> {
  const [calendar, rows] = await Promise.all([
    openCalendar(db, person, calendarId, 'WRITE'),
    readResourcesByName(db, objectsOf(mailboxId, calendarId, true), [name]),
  ]);
  const isOwn = calendar.permission === 'OWNER';
  return { calendar, found: isOwn ? rows[0] : await findToReplace(db, calendar, name) };
}

function onlyOwner() {
  return needPrivileges('Only its owner changes this');
}
