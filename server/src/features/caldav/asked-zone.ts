import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { textOf } from '../../calendar/ical/part-values.ts';
import { scanObject } from '../../calendar/ical/scan-object.ts';
import { HEAD_LINES } from '../../calendar/ical/write-lines.ts';
import { writeZone } from '../../calendar/ical/write-zone.ts';
import { type Zone, zoneNamed } from '../../calendar/ical/zones.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { childOf, type PropChange } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import { caldav } from './calendar-names.ts';

export const TIMEZONE = caldav('calendar-timezone');
export const TIMEZONE_ID = caldav('calendar-timezone-id');
const CRLF = '\r\n';

/** By whose clock a report counts what has no zone; null where it is anybody's (RFC 4791, section 7.3). */
export function zoneOfReport(root: XmlElement, { timezone }: { timezone: string | null }): Zone | null {
  const id = childOf(root, caldav('timezone-id'));
  if (id) return zoneById(id);
  const described = childOf(root, caldav('timezone'));
  const name = described ? describedName(described) : null;
  return (name === null ? null : zoneNamed(name)) ?? (timezone === null ? null : zoneNamed(timezone));
}

/**
 * The zone that a calendar is given, or null where it is taken from it. Undefined where nothing is said: a description under a name
 * that nobody knows is dropped, as programs send such along.
 */
export function zoneChange(changes: readonly PropChange[]): string | null | undefined {
  const change =
    changes.findLast(({ name }) => name === TIMEZONE_ID) ?? changes.findLast(({ name }) => name === TIMEZONE);
  if (!change) return undefined;
  if (change.isRemoval) return null;
  if (change.name === TIMEZONE_ID) return zoneById(change.element).name;
  const name = describedName(change.element);
  return (name === null ? null : zoneNamed(name)?.name) ?? undefined;
}

function zoneById({ text }: XmlElement): Zone {
  const zone = zoneNamed(text.trim());
  if (zone) return zone;
  throw new DavRefusal(403, 'A zone has one of the names of IANA', { condition: caldav('valid-timezone') });
}

/** The name in a VTIMEZONE; null where there is none. */
function describedName({ text }: XmlElement): string | null {
  try {
    const { calendar } = scanObject(Buffer.from(text.trim()));
    const zone = calendar.parts.find(({ name }) => name === 'VTIMEZONE');
    return zone ? textOf(zone, 'TZID', 300) : null;
  } catch (error) {
    if (error instanceof ObjectFault) return null;
    throw error;
  }
}

/** A zone for programs that know none by its name (RFC 4791, section 5.2.2). */
export function describeZone(name: string, now: number): string | null {
  const zone = zoneNamed(name);
  if (!zone) return null;
  const head = [...HEAD_LINES, ''].join(CRLF);
  return `${head}${writeZone(zone, now, CRLF).toString()}END:VCALENDAR${CRLF}`;
}
