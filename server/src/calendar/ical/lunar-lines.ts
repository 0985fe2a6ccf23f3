import { isLunarRule, type LunarRule, lunarDates, parseLunarRule } from '@bocau/contract/lunar-rule.ts';
import type { EventTime } from './event-time.ts';
import { firstLine, rawValue } from './part-values.ts';
import type { Part } from './scan-object.ts';
import type { SourceEdits } from './source-edits.ts';
import { writeLine, writeTimes } from './write-lines.ts';

export const LUNAR_PROPERTY = 'X-BOCAU-LUNAR-RULE';
const DAY = 24 * 3600;
const YEAR = 366 * DAY;
/** For so long dates are written out, so that phones, which know no lunar rules, show them. */
const WRITTEN_FOR = { year: 30 * YEAR, month: 6 * YEAR };
/** Dates are added when the last one is this near. */
const LEAST_AHEAD = { year: 20 * YEAR, month: 3 * YEAR };

/** CL-143: the lunar rule of a series as it is written; null where it has none that can be read. */
export function lunarRuleOf(part: Part): string | null {
  const line = firstLine(part, LUNAR_PROPERTY);
  const text = line ? rawValue(line).trim() : '';
  return isLunarRule(text) && parseLunarRule(text) ? text : null;
}

/**
 * Writes a lunar rule with its dates, or takes both away. RDATEs of a series without a lunar rule are somebody else's
 * and stay.
 */
export function setLunarRule(
  edits: SourceEdits,
  part: Part,
  { rule, start, lineBreak, now }: { rule: string | null; start: EventTime; lineBreak: string; now: number },
): void {
  const parsed = rule === null ? null : parseLunarRule(rule);
  if (rule === null || !parsed) {
    if (lunarRuleOf(part) === null) return;
    edits.setLine(part, LUNAR_PROPERTY, null);
    edits.setLine(part, 'RDATE', null);
    return;
  }
  edits.setLine(part, LUNAR_PROPERTY, writeLine(LUNAR_PROPERTY, rule, lineBreak));
  const times = timesAfter(parsed, start, now);
  edits.setLine(part, 'RDATE', times.length === 0 ? null : writeTimes('RDATE', times, lineBreak));
}

function timesAfter(rule: LunarRule, start: EventTime, now: number): EventTime[] {
  const first = Math.floor(start.wall / DAY);
  const last = Math.floor((Math.max(now, start.wall) + WRITTEN_FOR[rule.every]) / DAY);
  return lunarDates(rule, first, last).map((day) => ({
    ...start,
    wall: day * DAY + (start.wall - first * DAY),
  }));
}

/** A rule that ends before a day. */
export function endLunarRule(edits: SourceEdits, part: Part, before: EventTime, lineBreak: string): void {
  const rule = lunarRuleOf(part);
  if (rule === null) return;
  const last = new Date((Math.floor(before.wall / DAY) - 1) * DAY * 1000);
  const until = last.toISOString().slice(0, 10).replaceAll('-', '');
  const open = rule.replace(/;UNTIL=\d+$/, '');
  edits.setLine(part, LUNAR_PROPERTY, writeLine(LUNAR_PROPERTY, `${open};UNTIL=${until}`, lineBreak));
}

/** When further dates are to be written; null where there is nothing to add. */
export function lunarExtendAt(part: Part, start: EventTime): number | null {
  const rule = parseLunarRule(lunarRuleOf(part) ?? '');
  if (!rule || rule.until !== null) return null;
  const year = new Date(start.wall * 1000).getUTCFullYear();
  const line = firstLine(part, 'RDATE');
  const written = line ? rawValue(line).split(',').at(-1) : undefined;
  const lastYear = written === undefined ? year : Number(written.slice(0, 4));
  // The lunar calendar is known up to 2100.
  if (!(lastYear < 2100)) return null;
  return Date.UTC(lastYear, 0, 1) / 1000 - LEAST_AHEAD[rule.every];
}
