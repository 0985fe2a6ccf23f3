import type { EventFields } from '@bocau/contract/calendar.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { editPart } from '../ical/edit-part.ts';
import { eventTime } from '../ical/event-fields.ts';
import { type EventTime, momentOf } from '../ical/event-time.ts';
import { scanObject } from '../ical/scan-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { HEAD_LINES, writeMoment } from '../ical/write-lines.ts';
import { writeZone } from '../ical/write-zone.ts';

const CRLF = '\r\n';

type NewEvent = Partial<EventFields> & Pick<EventFields, 'title' | 'start' | 'end'>;

/** The text of a new event. */
export function writeObject(
  fields: NewEvent,
  { uid, organiser, now }: { uid: string; organiser?: MailAddress | undefined; now: number },
): Buffer {
  const start = eventTime(fields.start, 'start');
  const scanned = scanObject(emptyObject('VEVENT', uid));
  const [part] = scanned.calendar.parts;
  if (!part) throw new Error('a new event has its part');
  const edits = createSourceEdits(scanned);
  edits.insert(part.lines[0]?.end ?? part.end.start, writeMoment('CREATED', now, CRLF));
  edits.insert(part.begin.start, zoneOf(start));
  editPart(edits, part, { fields, before: { start, end: start }, organiser, lineBreak: CRLF, now });
  return edits.apply();
}

/** The frame of a new object, of which only the UID is known. */
export function emptyObject(component: 'VEVENT' | 'VTODO', uid: string): Buffer {
  const lines = [
    ...[...HEAD_LINES, 'CALSCALE:GREGORIAN'],
    ...[`BEGIN:${component}`, `UID:${uid}`, `END:${component}`, 'END:VCALENDAR', ''],
  ];
  return Buffer.from(lines.join(CRLF));
}

/** The description of the zone that a time is written in; nothing where it needs none. */
export function zoneOf(time: EventTime, lineBreak = CRLF): Buffer {
  if (time.kind !== 'zoned' || time.zone.name === 'UTC') return Buffer.alloc(0);
  return writeZone(time.zone, momentOf(time), lineBreak);
}
