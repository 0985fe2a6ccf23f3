import { writeWall } from './written-times.ts';
import type { Zone } from './zones.ts';

const DAY = 24 * 3600;
/** How many days before and after an event its zone is described. */
const DAYS_BEFORE = 400;
const DAYS_AFTER = 10 * 366;
const STEP = 20 * DAY;

/** A VTIMEZONE for programs that do not know the zone's name: each change of its clocks around a time. */
export function writeZone({ name, wallOf }: Zone, around: number, lineBreak: string): Buffer {
  const offsetAt = (moment: number) => wallOf(moment) - moment;
  const [from, to] = [around - DAYS_BEFORE * DAY, around + DAYS_AFTER * DAY];
  const lines = [`BEGIN:VTIMEZONE`, `TZID:${name}`];
  // Before the first change that is told it has always been so.
  lines.push(...observance({ at: -offsetAt(from), before: offsetAt(from), after: offsetAt(from) }));
  for (let at = from; at < to; at += STEP) {
    if (offsetAt(at) === offsetAt(at + STEP)) continue;
    const change = changeBetween(at, at + STEP, offsetAt);
    lines.push(...observance({ at: change, before: offsetAt(change - 1), after: offsetAt(change) }));
  }
  lines.push('END:VTIMEZONE', '');
  return Buffer.from(lines.join(lineBreak));
}

function changeBetween(from: number, to: number, offsetAt: (moment: number) => number): number {
  const before = offsetAt(from);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function observance({ at, before, after }: { at: number; before: number; after: number }): string[] {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${writeWall(at + before, false)}`,
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
