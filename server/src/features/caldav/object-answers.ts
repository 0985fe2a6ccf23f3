import type { ResourceFacts } from '../../kernel/resources.store.ts';
import { propResponse, statusResponse } from '../../platform/dav/multistatus.ts';
import { type Asked, type Property, propsReader } from '../../platform/dav/properties.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import type { DavPerson } from '../../platform/dav-site/dav-home.ts';
import { calendarData, wantedData } from './calendar-data.ts';
import { CALENDAR_DATA } from './calendar-names.ts';
import type { OpenCalendar } from './open-calendar.ts';
import { hrefsOfObjects } from './places.ts';
import { OBJECT, type ObjectFacts } from './properties-of.ts';
import type { ZoneData } from './zone-data.ts';

/** A calendar that is asked about, by whom, and how it and they are written in the path. */
export type AskedCalendar = { person: DavPerson; address: string; written: string; calendar: OpenCalendar };

export type ObjectAnswers = {
  /** Whether the texts themselves are needed for the answer. */
  withSource: boolean;
  /** Much is done with each text: others are served after a few. */
  isCostly: boolean;
  answer(object: ResourceFacts): Xml;
  missing(name: string): Xml;
};

/** How the objects of a calendar are answered. `texts`: in which form a report has them; null in a PROPFIND. */
export function objectAnswers(
  { person, address, written, calendar }: AskedCalendar,
  asked: Asked,
  { minimal, texts }: { minimal: boolean; texts: ZoneData | null },
): ObjectAnswers {
  const hrefOf = hrefsOfObjects(address, written);
  const data = texts !== null && asked.kind === 'props' ? wantedData(asked.props, texts) : null;
  const properties: readonly Property<ObjectFacts>[] =
    data === null
      ? OBJECT
      : [
          ...OBJECT,
          {
            name: CALENDAR_DATA,
            read: ({ object }) => (object.source === null ? null : calendarData(object.source, data)),
          },
        ];
  const propsOf = propsReader(properties, asked);
  return {
    withSource: data !== null,
    isCostly: data !== null && (data.expand !== null || data.zones !== 'kept'),
    answer: (object) =>
      propResponse(hrefOf(object.name), propsOf({ person, address, calendar, object }), minimal),
    missing: (name) => statusResponse(hrefOf(name), 404),
  };
}

/** How many objects are looked at before others are served: with texts of which each may be long, or is read, or without. */
export function pageSize(isCostly: boolean): number {
  return isCostly ? 50 : 500;
}
