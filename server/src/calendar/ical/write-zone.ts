import { writeWall } from './written-times.ts';
import { type ClockChange, type OffsetAt, yearlyRules } from './yearly-changes.ts';
import type { Zone } from './zones.ts';

const DAY = 24 * 3600;
/** How many days before and after an event its zone is described. */
const DAYS_BEFORE = 400;
const DAYS_AFTER = 10 * 366;
const STEP = 20 * DAY;

/**
 * A VTIMEZONE for programs that do not know the zone's name: each change of its clocks around a time, and where these
 * follow a rule from then on, that rule, as a series may have no end.
 */
export function writeZone({ name, wallOf }: Zone, around: number, lineBreak: string): Buffer {
  const offsetAt = (moment: number) => wallOf(moment) - moment;
  const [from, to] = [around - DAYS_BEFORE * DAY, around + DAYS_AFTER * DAY];
  const changes: ClockChange[] = [];
  for (let at = from; at < to; at += STEP) {
    if (offsetAt(at) === offsetAt(at + STEP)) continue;
    const change = changeBetween(at, at + STEP, offsetAt);
    changes.push({ at: change, before: offsetAt(change - 1), after: offsetAt(change) });
  }
  const rules = yearlyRules(changes, to, offsetAt);
  const lines = [`BEGIN:VTIMEZONE`, `TZID:${name}`];
  // Before the first change that is told it has always been so.
  lines.push(...observance({ at: -offsetAt(from), before: offsetAt(from), after: offsetAt(from) }));
  for (const change of changes) {
    const rule = rules.find(({ covered }) => covered.includes(change));
    if (rule === undefined || rule.covered[0] === change) lines.push(...observance(change, rule?.text));
  }
  lines.push('END:VTIMEZONE', '');
  return Buffer.from(lines.join(lineBreak));
}

function changeBetween(from: number, to: number, offsetAt: OffsetAt): number {
  const before = offsetAt(from);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function observance({ at, before, after }: ClockChange, rule?: string): string[] {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${writeWall(at + before, false)}`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `TZOFFSETFROM:${offset(before)}`,
    `TZOFFSETTO:${offset(after)}`,
    `END:${kind}`,
  ];
}

function offset(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}
