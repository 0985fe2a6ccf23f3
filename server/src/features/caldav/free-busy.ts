import { isDeclinedByOwner, readOwnerAddresses } from '../../calendar/access/owner-addresses.store.ts';
import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { HEAD_LINES, writeMoment } from '../../calendar/ical/write-lines.ts';
import { writeWall } from '../../calendar/ical/written-times.ts';
import { UTC } from '../../calendar/ical/zones.ts';
import { spreadObject } from '../../calendar/objects/derive-object.ts';
import { readOccurrences, readUnspread } from '../../calendar/occurrences/occurrences.store.ts';
import type { Span } from '../../calendar/occurrences/occurrences-of.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { childOf, malformed } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import type { ReadDb } from '../../tables.ts';
import { zoneOfReport } from './asked-zone.ts';
import { caldav } from './calendar-names.ts';
import type { AskedCalendar } from './object-answers.ts';
import { readWholeRange } from './read-range.ts';

const MOST_DAYS = 400;
const MOST_FOUND = 10_000;
const MOST_UNSPREAD = 500;
const DAY = 24 * 3600;
/** What has no zone is in rows as if it were in Greenwich, and nowhere further from there. */
const ANYWHERE = 14 * 3600;
const CRLF = '\r\n';

/** When a calendar is busy within a span, and nothing of what it is busy with (RFC 4791, section 7.10). */
export async function freeBusy(
  db: ReadDb,
  { calendar }: AskedCalendar,
  root: XmlElement,
  now: number,
): Promise<Buffer> {
  const range = childOf(root, caldav('time-range'));
  if (!range) throw malformed('It is not said of which time');
  const span = readWholeRange(range);
  if (span.to - span.from > MOST_DAYS * DAY) throw tooMuch(`At most ${MOST_DAYS} days are told at once`);
  const zone = zoneOfReport(root, calendar) ?? UTC;
  const around = { from: span.from - ANYWHERE, to: span.to + ANYWHERE };
  const rows = await readOccurrences(db, calendar.mailbox_id, around, MOST_FOUND + 1);
  const unspread = await readUnspread(db, calendar.mailbox_id, around, MOST_UNSPREAD + 1);
  if (rows.length > MOST_FOUND || unspread.length > MOST_UNSPREAD)
    throw tooMuch('There is too much in this time');
  const beyond = unspread
    .filter(({ calendar_id }) => calendar_id === calendar.id)
    .flatMap(({ source }) => spreadWithin(source, around));
  const own = await readOwnerAddresses(db, calendar.mailbox_id);
  const busy = [...rows.filter(({ calendar_id }) => calendar_id === calendar.id), ...beyond]
    .filter((one) => one.is_busy && !isDeclinedByOwner(one, own))
    .map(({ kind, at, until }) =>
      kind === 'zoned' ? { at, until } : { at: zone.momentOf(at), until: zone.momentOf(until) },
    )
    .filter(({ at, until }) => until > at && until > span.from && at < span.to);
  return Buffer.concat([
    Buffer.from([...HEAD_LINES, 'BEGIN:VFREEBUSY', ''].join(CRLF)),
    writeMoment('DTSTAMP', now, CRLF),
    writeMoment('DTSTART', span.from, CRLF),
    writeMoment('DTEND', span.to, CRLF),
    ...joined(busy, span).map(({ from, to }) => Buffer.from(`FREEBUSY:${utc(from)}/${utc(to)}${CRLF}`)),
    Buffer.from(['END:VFREEBUSY', 'END:VCALENDAR', ''].join(CRLF)),
  ]);
}

/** Periods without overlaps, in order, and none beyond what was asked for. */
function joined(found: { at: number; until: number }[], span: Span): Span[] {
  const periods: Span[] = [];
  for (const { at, until } of found.toSorted((a, b) => a.at - b.at)) {
    const [from, to] = [Math.max(at, span.from), Math.min(until, span.to)];
    const last = periods.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else periods.push({ from, to });
  }
  return periods;
}

function spreadWithin(source: Buffer, span: Span) {
  try {
    return spreadObject(source, span);
  } catch (error) {
    if (error instanceof ObjectFault) throw tooMuch(error.message);
    throw error;
  }
}

function utc(moment: number): string {
  return `${writeWall(moment, false)}Z`;
}

function tooMuch(message: string): DavRefusal {
  return new DavRefusal(403, message, { condition: caldav('max-instances') });
}
