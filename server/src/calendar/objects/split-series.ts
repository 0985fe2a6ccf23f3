import { rawValue } from '../ical/part-values.ts';
import type { CalendarObject } from '../ical/read-object.ts';
import { untilIn } from '../occurrences/occurrences-of.ts';
import { expandRule } from '../recurrence/expand-rule.ts';
import { parseRule } from '../recurrence/parse-rule.ts';
import { ruleAfter, ruleUntil } from '../recurrence/split-rule.ts';
import { beginAt, endBefore } from './edit-series.ts';

const EFFORT = 300_000;
const DAY = 24 * 3600;

/** A series in two at an occurrence: `before` is null where that is its first one. Together they are what it was. */
export function splitSeries(
  source: Buffer,
  original: string,
  uid: string,
): { before: Buffer | null; after: Buffer } {
  return {
    before: endBefore(source, original, rulesBefore),
    after: beginAt(source, original, { uid, rules: rulesAfter }),
  };
}

/** The series without an occurrence and those that follow; null where nothing is left. */
export function dropFollowing(source: Buffer, original: string): Buffer | null {
  return endBefore(source, original, rulesBefore);
}

function rulesBefore(object: CalendarObject, moment: number): string[] {
  const start = object.main?.start;
  if (!start) return [];
  const { kind, zone } = start;
  const until =
    kind === 'zoned'
      ? { seconds: moment - 1, isDay: false, isMoment: true }
      : {
          seconds: kind === 'day' ? moment - DAY : zone.wallOf(moment) - 1,
          isDay: kind === 'day',
          isMoment: false,
        };
  return writtenRules(object).map((written) => {
    const last = parseRule(written, untilIn(start))?.until;
    const endsBefore = last !== null && last !== undefined && zone.momentOf(last) < moment;
    return endsBefore ? written : ruleUntil(written, until);
  });
}

function rulesAfter(object: CalendarObject, moment: number): string[] {
  const start = object.main?.start;
  if (!start) return [];
  return writtenRules(object).flatMap((written) => {
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

function writtenRules({ main }: CalendarObject): string[] {
  return (main?.part.lines ?? []).filter(({ name }) => name === 'RRULE').map(rawValue);
}
