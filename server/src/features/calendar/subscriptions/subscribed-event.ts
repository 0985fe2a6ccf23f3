import { ObjectFault } from '../../../calendar/ical/object-fault.ts';
import { firstLine, rawValue } from '../../../calendar/ical/part-values.ts';
import { endedByBreak, writePlainPart } from '../../../calendar/ical/plain-parts.ts';
import { type Part, scanObject } from '../../../calendar/ical/scan-object.ts';
import { HEAD_LINES } from '../../../calendar/ical/write-lines.ts';
import { type DerivedObject, deriveObject } from '../../../calendar/objects/derive-object.ts';

const BREAK = '\r\n';
/** Many servers write the time of the answer into each event: it would be another one each time. */
const STAMP = '20000101T000000Z';

export type SubscribedEvent = { source: Buffer; derived: DerivedObject };

/**
 * An event of a feed as it is kept: without guests, organiser, alarms and whatever else would have an effect here. It takes
 * nobody's time, so that colleagues aren't told that its person is busy. Null for what can't be kept.
 */
export function subscribedEvent(text: Buffer, now: number): SubscribedEvent | null {
  try {
    const { source, calendar } = scanObject(text);
    const kept = Buffer.concat([
      Buffer.from([...HEAD_LINES, ''].join(BREAK)),
      ...calendar.parts.flatMap((part) => keptPart(source, part)),
      Buffer.from(`END:VCALENDAR${BREAK}`),
    ]);
    return { source: kept, derived: deriveObject(kept, now) };
  } catch (error) {
    if (error instanceof ObjectFault) return null;
    throw error;
  }
}

function keptPart(source: Buffer, part: Part): Buffer[] {
  if (part.name === 'VTIMEZONE') return [endedByBreak(source.subarray(part.begin.start, part.end.end))];
  if (part.name !== 'VEVENT') return [];
  const modified = firstLine(part, 'LAST-MODIFIED');
  const value = modified ? rawValue(modified).trim() : '';
  const stamp = /^\d{8}T\d{6}Z$/.test(value) ? value : STAMP;
  const own = [`DTSTAMP:${stamp}`, 'TRANSP:TRANSPARENT', 'END:VEVENT', ''].join(BREAK);
  return [writePlainPart(source, part, []), Buffer.from(own)];
}
