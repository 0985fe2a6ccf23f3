import type { XmlName } from '../../platform/dav/xml-names.ts';

/** A name of RFC 4791. */
export function caldav(local: string): XmlName {
  return `{urn:ietf:params:xml:ns:caldav}${local}`;
}

/** What Calendar of Apple has beyond it, and most others after it. */
export const CALENDAR_COLOR: XmlName = '{http://apple.com/ns/ical/}calendar-color';
export const CALENDAR_ORDER: XmlName = '{http://apple.com/ns/ical/}calendar-order';

export const CALENDAR_DATA = caldav('calendar-data');
export const CALENDAR_TYPE = 'text/calendar';

/** The components that are kept, by what the kernel calls them. */
export const COMPONENTS = { event: 'VEVENT', task: 'VTODO' } as const;

/** How an object is answered: as its text, with the kind of its component. */
export function contentTypeOf({ kind }: { kind: string }): string {
  return `${CALENDAR_TYPE}; charset=utf-8; component=${kind === 'task' ? COMPONENTS.task : COMPONENTS.event}`;
}
