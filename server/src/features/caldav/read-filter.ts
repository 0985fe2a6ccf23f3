import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { childOf, childrenOf } from '../../platform/dav/read-requests.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import {
  nameInFilter,
  readTextMatch,
  type TextMatch,
  tooManyConditions,
  unsupportedFilter,
} from '../../platform/dav/text-match.ts';
import { COMPONENTS, caldav } from './calendar-names.ts';
import { type Range, readRange } from './read-range.ts';

/** Without a text, that there is one. */
export type ParamFilter = { name: string; isNotDefined: boolean; text: TextMatch | null };
export type PropFilter = ParamFilter & { params: ParamFilter[] };
/** The filter of a query (RFC 4791, section 9.7): which objects, and what one part of an object has to say. */
export type ObjectFilter = {
  /** As they are written: VEVENT, VTODO. */
  components: readonly string[];
  range: Range | null;
  props: PropFilter[];
};

const ALL: ObjectFilter = { components: Object.values(COMPONENTS), range: null, props: [] };
/** Each is looked for in every object of a calendar. */
const MOST_CONDITIONS = 50;

export function readFilter(query: XmlElement): ObjectFilter {
  const filter = childOf(query, caldav('filter'));
  if (!filter) return ALL;
  const [calendar, ...others] = filter.children;
  const isOfCalendar =
    calendar?.name === caldav('comp-filter') && nameInFilter(calendar, caldav) === 'VCALENDAR';
  if (!calendar || !isOfCalendar || others.length > 0) {
    throw new DavRefusal(403, 'A filter begins with VCALENDAR', { condition: caldav('valid-filter') });
  }
  const [inside, ...more] = calendar.children;
  if (!inside) return ALL;
  if (inside.name !== caldav('comp-filter') || more.length > 0) {
    throw unsupportedFilter(more[0] ?? inside, caldav);
  }
  return readComponentFilter(inside);
}

function readComponentFilter(filter: XmlElement): ObjectFilter {
  const name = nameInFilter(filter, caldav);
  if (childOf(filter, caldav('is-not-defined'))) {
    return { ...ALL, components: ALL.components.filter((one) => one !== name) };
  }
  const known = [caldav('time-range'), caldav('prop-filter')];
  for (const child of filter.children) {
    if (!known.includes(child.name)) throw unsupportedFilter(child, caldav);
  }
  const range = childOf(filter, caldav('time-range'));
  const props = childrenOf(filter, caldav('prop-filter')).map(readPropFilter);
  if (props.reduce((sum, { params }) => sum + 1 + params.length, 0) > MOST_CONDITIONS) {
    throw tooManyConditions(MOST_CONDITIONS, caldav);
  }
  return { components: [name], range: range ? readRange(range) : null, props };
}

function readPropFilter(filter: XmlElement): PropFilter {
  const params = childrenOf(filter, caldav('param-filter')).map((param) =>
    readParamFilter(param, ['is-not-defined', 'text-match']),
  );
  return { ...readParamFilter(filter, ['is-not-defined', 'text-match', 'param-filter']), params };
}

function readParamFilter(filter: XmlElement, known: readonly string[]): ParamFilter {
  const names = known.map(caldav);
  for (const child of filter.children) {
    if (!names.includes(child.name)) throw unsupportedFilter(child, caldav);
  }
  const match = childOf(filter, caldav('text-match'));
  return {
    name: nameInFilter(filter, caldav),
    isNotDefined: childOf(filter, caldav('is-not-defined')) !== undefined,
    text: match ? readTextMatch(match, caldav) : null,
  };
}
