import { invalidEvent } from '../ical/event-fields.ts';
import { momentOf } from '../ical/event-time.ts';
import { endLunarRule } from '../ical/lunar-lines.ts';
import { rawValue } from '../ical/part-values.ts';
import { type CalendarObject, type EventPart, readObject } from '../ical/read-object.ts';
import type { Part } from '../ical/scan-object.ts';
import { createSourceEdits, type SourceEdits } from '../ical/source-edits.ts';
import { writeTime } from '../ical/write-lines.ts';
import { untilIn } from '../occurrences/occurrences-of.ts';
import { expandRule } from '../recurrence/expand-rule.ts';
import { parseRule } from '../recurrence/parse-rule.ts';
import { ruleAfter, ruleUntil } from '../recurrence/split-rule.ts';
import { keepTimes, placeInSeries, singlesOf, timeAt } from './series-parts.ts';

const EFFORT = 300_000;
const DAY = 24 * 3600;
/** Lines that name single occurrences of a series. */
const TIMES = ['RDATE', 'EXDATE'];

/** A series in two at an occurrence: `before` is null where that is its first one. Together they are what it was. */
export function splitSeries(
  source: Buffer,
  original: string,
  uid: string,
): { before: Buffer | null; after: Buffer } {
  return { before: dropFollowing(source, original), after: beginAt(source, original, uid) };
}

/** The series up to an occurrence, which it no longer has; null where that is the first one. */
export function dropFollowing(source: Buffer, original: string): Buffer | null {
  const object = readObject(source);
  const main = seriesOf(object);
  const moment = placeInSeries(object, original);
  if (moment <= momentOf(main.start)) return null;
  const edits = createSourceEdits(object);
  setRules(edits, object, rulesBefore(main, moment));
  keepTimes(edits, object, TIMES, (at) => at < moment);
  endLunarRule(edits, main.part, timeAt(main.start, moment), object.lineBreak);
  for (const one of singlesOf(object, (_original, at) => at >= moment)) edits.removePart(one.part);
  return edits.apply();
}

/** The series from an occurrence on, as one of its own. */
function beginAt(source: Buffer, original: string, uid: string): Buffer {
  const object = readObject(source);
  const main = seriesOf(object);
  const { lineBreak, changed } = object;
  const moment = placeInSeries(object, original);
  const start = timeAt(main.start, moment);
  const end = { ...main.end, wall: start.wall + main.end.wall - main.start.wall };
  const edits = createSourceEdits(object);
  edits.setLine(main.part, 'DTSTART', writeTime('DTSTART', start, lineBreak));
  edits.setLine(main.part, 'DTEND', writeTime('DTEND', end, lineBreak));
  edits.setLine(main.part, 'DURATION', null);
  keepFrom(edits, object, moment);
  for (const { part } of [main, ...changed])
    edits.setLine(part, 'UID', Buffer.from(`UID:${uid}${lineBreak}`));
  return edits.apply();
}

/** Takes out of a series what was before a moment: so many fewer of its rule, times, and single ones. */
export function keepFrom(edits: SourceEdits, object: CalendarObject, moment: number): void {
  setRules(edits, object, rulesAfter(seriesOf(object), moment));
  keepTimes(edits, object, TIMES, (at) => at >= moment);
  for (const one of singlesOf(object, (_original, at) => at < moment)) edits.removePart(one.part);
}

function seriesOf({ main }: CalendarObject): EventPart {
  if (!main) throw invalidEvent('original', 'Only a series has some that follow');
  return main;
}

function setRules(edits: SourceEdits, { main, lineBreak }: CalendarObject, rules: string[]): void {
  const lines = rules.map((rule) => `RRULE:${rule}${lineBreak}`).join('');
  if (main) edits.setLine(main.part, 'RRULE', lines === '' ? null : Buffer.from(lines));
}

function rulesBefore({ start, part }: EventPart, moment: number): string[] {
  const { kind, zone } = start;
  const until =
    kind === 'zoned'
      ? { seconds: moment - 1, isDay: false, isMoment: true }
      : {
          seconds: kind === 'day' ? moment - DAY : zone.wallOf(moment) - 1,
          isDay: kind === 'day',
          isMoment: false,
        };
  return writtenRules(part).map((written) => {
    const last = parseRule(written, untilIn(start))?.until;
    const endsBefore = last !== null && last !== undefined && zone.momentOf(last) < moment;
    return endsBefore ? written : ruleUntil(written, until);
  });
}

function rulesAfter({ start, part }: EventPart, moment: number): string[] {
  return writtenRules(part).flatMap((written) => {
    const rule = parseRule(written, untilIn(start));
    if (rule !== null && rule.until !== null && start.zone.momentOf(rule.until) < moment) return [];
    if (rule === null || rule.count === null) return [written];
    let passed = 0;
    for (const wall of expandRule(rule, start.wall, start.wall, { left: EFFORT })) {
      if (start.zone.momentOf(wall) >= moment) break;
      passed += 1;
    }
    return ruleAfter(written, passed) ?? [];
  });
}

function writtenRules({ lines }: Part): string[] {
  return lines.filter(({ name }) => name === 'RRULE').map(rawValue);
}
