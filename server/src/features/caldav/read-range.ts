import { parseWall } from '../../calendar/ical/written-times.ts';
import type { Span } from '../../calendar/occurrences/occurrences-of.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import type { XmlElement } from '../../platform/dav/read-xml.ts';
import { caldav } from './calendar-names.ts';

/** Further than anything that is kept. */
const EVER: Span = { from: -1e11, to: 1e11 };

/** `isOpen`: it has no begin, or no end. */
export type Range = Span & { isOpen: boolean };

/** A time-range (RFC 4791, section 9.9), of which one end may be missing. */
export function readRange({ attributes }: XmlElement): Range {
  const [start, end] = [attributes.get('start'), attributes.get('end')];
  const from = start === undefined ? EVER.from : momentIn(start);
  const to = end === undefined ? EVER.to : momentIn(end);
  if ((start === undefined && end === undefined) || from >= to) throw invalid();
  return { from, to, isOpen: start === undefined || end === undefined };
}

/** Where both ends are needed. */
export function readWholeRange(element: XmlElement): Span {
  const range = readRange(element);
  if (range.isOpen) throw invalid();
  return range;
}

/** Written in UTC. Years beyond those of a calendar are as good as none. */
function momentIn(written: string): number {
  const time = parseWall(written);
  if (time?.isUtc) return time.seconds;
  const [, year] = /^(\d{4})\d{4}T\d{6}Z$/.exec(written) ?? [];
  if (year === undefined || time !== null) throw invalid();
  return Number(year) < 1900 ? EVER.from : EVER.to;
}

function invalid(): DavRefusal {
  return new DavRefusal(403, 'A range of time is from one moment in UTC to a later one', {
    condition: caldav('valid-filter'),
  });
}
