import type { CalendarObjectsTable } from '../calendar-tables.ts';

type Tags = Pick<CalendarObjectsTable, 'etag' | 'schedule_tag'>;

/**
 * The tag of an object that stays while only answers of others come (RFC 6638, 3.2.10). A tag that was kept for another
 * ETag is over: the last release writes objects without it.
 */
export function scheduleTagOf({ etag, schedule_tag: written }: Tags): string {
  const [keptFor, tag] = written?.split(' ') ?? [];
  return keptFor === etag && tag ? tag : etag;
}

/** How the tag of an object is kept over a change; null where it is the new ETag. */
export function keptTag(before: Tags | undefined, { etag }: Pick<Tags, 'etag'>): string | null {
  return before ? `${etag} ${scheduleTagOf(before)}` : null;
}
