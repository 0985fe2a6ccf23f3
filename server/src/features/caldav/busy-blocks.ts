import { createHash } from 'node:crypto';
import { type BusyBlock, readBusyBlocks } from '../../calendar/access/hidden-objects.store.ts';
import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import { HEAD_LINES, writeMoment, writeTime } from '../../calendar/ical/write-lines.ts';
import { UTC } from '../../calendar/ical/zones.ts';
import type { Span } from '../../calendar/occurrences/occurrences-of.ts';
import type { ResourceRow } from '../../kernel/resources.store.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { idFromText } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

const CRLF = '\r\n';
const TITLES = { vi: 'Bận', en: 'Busy' } as const;
const MONTHS_AHEAD = 6;
const NAME = /^busy-(zoned|floating|day)-\d+-\d+\.ics$/;

/** Whether a name in a shared calendar is that of a time which tells nothing but that its owner is busy. */
export function isNameOfBlock(name: string): boolean {
  return NAME.test(name);
}

/** From the month before this one: it moves once a month, as a program has to learn anew what is in it. */
function spanAround(now: number): Span {
  const month = new Date(now * 1000);
  const begin = (more: number) => Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + more) / 1000;
  return { from: begin(-1), to: begin(MONTHS_AHEAD + 1) };
}

/**
 * By the ids of shared calendars, what stands in them for events that are not shown: of each time one resource, of which
 * name, UID and text follow from the time alone.
 */
export async function readBlocks(
  db: ReadDb,
  person: number,
  calendars: readonly CalendarRow[],
  now: number,
): Promise<Map<string, ResourceRow[]>> {
  const shared = calendars.filter(({ permission }) => permission !== 'OWNER');
  const found = shared.length === 0 ? [] : await readBusyBlocks(db, shared, spanAround(now));
  if (found.length === 0) return new Map();
  const title = TITLES[(await readSettings(db, person)).language];
  const byCalendar = Map.groupBy(found, ({ calendar_id }) => calendar_id);
  return new Map(
    [...byCalendar].map(([id, blocks]) => [id, blocks.map((block) => resourceOf(block, title))]),
  );
}

function resourceOf({ calendar_id, kind, at, until }: BusyBlock, title: string): ResourceRow {
  const name = `busy-${kind}-${at}-${until}.ics`;
  const uid = idFromText(`busy in ${calendar_id} ${name}`);
  const source = Buffer.concat([
    Buffer.from([...HEAD_LINES, 'BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, ''].join(CRLF)),
    writeMoment('DTSTAMP', 0, CRLF),
    writeTime('DTSTART', { kind, wall: at, zone: UTC }, CRLF),
    writeTime('DTEND', { kind, wall: until, zone: UTC }, CRLF),
    Buffer.from(['END:VEVENT', 'END:VCALENDAR', ''].join(CRLF)),
  ]);
  const etag = createHash('sha256').update(source).digest('hex').slice(0, 32);
  return {
    ...{ id: uid, uid, name, etag, source, seq: 0, kind: 'event', bytes: source.length },
    ...{ created_at: 0, changed_at: 0, schedule_tag: null },
  };
}
