import type { Span } from '../../calendar/occurrences/occurrences-of.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { childOf } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import { textOfBytes, type Xml } from '../../platform/dav/write-xml.ts';
import { CALENDAR_DATA, CALENDAR_TYPE, caldav } from './calendar-names.ts';
import { expandObject } from './expand-object.ts';
import { readWholeRange } from './read-range.ts';
import { withZoneData, type ZoneData } from './zone-data.ts';

/** In which form objects are wanted (RFC 4791, section 9.6). */
export type WantedData = {
  /** Between which each occurrence is wanted as an event of its own; null for the text as it was put. */
  expand: Span | null;
  zones: ZoneData;
};

/** Null where no texts are asked for, only what is known of them. */
export function wantedData(props: readonly XmlElement[], zones: ZoneData): WantedData | null {
  const asked = props.find(({ name }) => name === CALENDAR_DATA);
  if (!asked) return null;
  const type = asked.attributes.get('content-type') ?? CALENDAR_TYPE;
  const version = asked.attributes.get('version') ?? '2.0';
  if (type.toLowerCase() !== CALENDAR_TYPE || version !== '2.0') {
    throw new DavRefusal(403, 'Objects are served as iCalendar 2.0', {
      condition: caldav('supported-calendar-data'),
    });
  }
  const expand = childOf(asked, caldav('expand'));
  return { expand: expand ? readWholeRange(expand) : null, zones };
}

/** Null where there is none in this form. */
export function calendarData(source: Buffer, { expand, zones }: WantedData): Xml | null {
  const data = expand === null ? source : expandObject(source, expand);
  return data && textOfBytes(withZoneData(data, zones));
}
