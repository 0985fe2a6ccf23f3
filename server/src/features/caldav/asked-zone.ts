import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { textOf } from '../../calendar/ical/part-values.ts';
import { zonesOf } from '../../calendar/ical/read-object.ts';
import { scanObject } from '../../calendar/ical/scan-object.ts';
import { HEAD_LINES } from '../../calendar/ical/write-lines.ts';
import { writeZone } from '../../calendar/ical/write-zone.ts';
import { zoneLike } from '../../calendar/ical/zone-like.ts';
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
  if (described) return describedZone(described);
  return timezone === null ? null : zoneNamed(timezone);
}

/**
 * The zone that a calendar is given, or null where it is taken from it; undefined where nothing is said. A zone of one
 * program is kept as the place whose clocks show the same (RFC 7809, section 3.1.4).
 */
export function zoneChange(changes: readonly PropChange[], now: number): string | null | undefined {
  const change = changes.findLast(({ name }) => name === TIMEZONE_ID || name === TIMEZONE);
  if (!change) return undefined;
  if (change.isRemoval) return null;
  if (change.name === TIMEZONE_ID) return zoneById(change.element).name;
  const zone = describedZone(change.element);
  const place = zoneNamed(zone.name) ?? zoneLike(zone, now);
  if (!place) throw unknownZone('There is no place with these clocks');
  return place.name;
}

function zoneById({ text }: XmlElement): Zone {
  const zone = zoneNamed(text.trim());
  if (zone) return zone;
  throw unknownZone('A zone has one of the names of IANA');
}

/** The only VTIMEZONE of a text, by its name, or by what it says where that names no place (RFC 4791, section 9.8). */
function describedZone({ text }: XmlElement): Zone {
  try {
    const { calendar } = scanObject(Buffer.from(text.trim()));
    const zones = calendar.parts.filter(({ name }) => name === 'VTIMEZONE');
    const name = zones[0] ? textOf(zones[0], 'TZID', 300) : '';
    if (zones.length !== 1 || name === '') throw noDescription('A zone is described by one VTIMEZONE');
    const zone = zonesOf(calendar)(name);
    if (zone) return zone;
    throw unknownZone('Neither the name of this zone is known, nor are its rules those of a place');
  } catch (error) {
    if (error instanceof ObjectFault) throw noDescription(error.message);
    throw error;
  }
}

function unknownZone(message: string): DavRefusal {
  return new DavRefusal(403, message, { condition: caldav('valid-timezone') });
}

function noDescription(message: string): DavRefusal {
  return new DavRefusal(403, message, { condition: caldav('valid-calendar-data') });
}

/** A zone for programs that know none by its name (RFC 4791, section 5.2.2). */
export function describeZone(name: string, now: number): string | null {
  const zone = zoneNamed(name);
  if (!zone) return null;
  const head = [...HEAD_LINES, ''].join(CRLF);
  return `${head}${writeZone(zone, now, CRLF).toString()}END:VCALENDAR${CRLF}`;
}
