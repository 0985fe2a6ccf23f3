import { ObjectFault } from '../../calendar/ical/object-fault.ts';
import { firstLine, rawValue, unescapeText } from '../../calendar/ical/part-values.ts';
import { type CalendarObject, readObject } from '../../calendar/ical/read-object.ts';
import type { Part } from '../../calendar/ical/scan-object.ts';
import type { Zone } from '../../calendar/ical/zones.ts';
import { occurrencesOf, type Span } from '../../calendar/occurrences/occurrences-of.ts';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { matchText } from '../../platform/dav/text-match.ts';
import { COMPONENTS } from './calendar-names.ts';
import type { ObjectFilter, ParamFilter, PropFilter } from './read-filter.ts';

/** Pictures and files are no text that anybody looks for. */
const LONGEST_VALUE = 64 * 1024;
/** What has no zone is shown by the clock of whoever looks. */
const ANYWHERE = 14 * 3600;

/** `isWithin`: that it happens within the range is known. What has no zone happens wherever one is, unless a `zone` is meant. */
export function matchObject(
  source: Buffer,
  { components, range, props }: ObjectFilter,
  { isWithin, zone }: { isWithin: boolean; zone: Zone | null },
): boolean {
  const object = readObject(source);
  if (!components.includes(COMPONENTS[object.component])) return false;
  const parts = [...(object.main ? [object.main] : []), ...object.changed];
  if (range !== null && !isWithin && !range.isOpen && !happensWithin(object, range, zone)) return false;
  if (props.length === 0) return true;
  return parts.some(({ part }) => props.every((filter) => matchProp(part, filter)));
}

/** A task that has no time is of any (RFC 4791, section 9.9). */
function happensWithin(object: CalendarObject, { from, to }: Span, zone: Zone | null): boolean {
  const { main, component } = object;
  if (component === 'task' && main && !firstLine(main.part, 'DTSTART') && !firstLine(main.part, 'DUE'))
    return true;
  try {
    return occurrencesOf(object, { from: from - ANYWHERE, to: to + ANYWHERE }).some(({ kind, at, until }) => {
      const isSomewhere = kind !== 'zoned' && zone !== null;
      const [begin, end] = isSomewhere ? [zone.momentOf(at), zone.momentOf(until)] : [at, until];
      const more = kind === 'zoned' || isSomewhere ? 0 : ANYWHERE;
      return begin - more < to && (end + more > from || begin >= from);
    });
  } catch (error) {
    // So often that it can't be told when: then too.
    if (error instanceof ObjectFault) return true;
    throw error;
  }
}

function matchProp({ lines }: Part, { name, isNotDefined, text, params }: PropFilter): boolean {
  const named = lines.filter((line) => line.name === name);
  if (isNotDefined) return named.length === 0;
  return named.some(
    (line) =>
      (text === null || matchText(textIn(line), text)) && params.every((param) => matchParam(line, param)),
  );
}

function textIn(line: ContentLine): string {
  return line.value.length > LONGEST_VALUE ? '' : unescapeText(rawValue(line));
}

function matchParam({ params }: ContentLine, { name, isNotDefined, text }: ParamFilter): boolean {
  const values = params
    .filter((param) => param.name === name)
    .flatMap((param) => param.values)
    .map((value) => Buffer.from(value, 'latin1').toString());
  if (isNotDefined) return values.length === 0;
  return text === null ? values.length > 0 : values.some((value) => matchText(value, text));
}
