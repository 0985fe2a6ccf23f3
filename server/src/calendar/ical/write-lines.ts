import { foldLine } from '../../platform/content-lines/fold-line.ts';
import type { EventTime } from './event-time.ts';
import { writeWall } from './written-times.ts';

/** Which program wrote a calendar text. */
export const PRODUCT_LINE = 'PRODID:-//Bo Cau//Calendar//VI';

/** The first lines of each calendar text that is written here. */
export const HEAD_LINES = ['BEGIN:VCALENDAR', 'VERSION:2.0', PRODUCT_LINE];

/** A property with its folds; `head` is its name with parameters, `value` is escaped. */
export function writeLine(head: string, value: string, lineBreak: string): Buffer {
  return Buffer.concat([foldLine(Buffer.from(`${head}:${value}`), 0, lineBreak), Buffer.from(lineBreak)]);
}

/** RFC 5545, 3.3.11. */
export function escapeText(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
      .replaceAll(/\r\n|\r|\n/g, '\\n')
      // Others may stand in no text.
      .replaceAll(/[\p{Cc}]/gu, ' ')
  );
}

export function writeTime(name: string, time: EventTime, lineBreak: string): Buffer {
  return writeTimes(name, [time], lineBreak);
}

/** Several times of one kind and zone, in one line. */
export function writeTimes(name: string, times: readonly EventTime[], lineBreak: string): Buffer {
  const [first] = times;
  if (!first) return Buffer.alloc(0);
  const { kind, zone } = first;
  const values = times.map(({ wall }) => writeWall(wall, kind === 'day'));
  if (kind === 'day') return writeLine(`${name};VALUE=DATE`, values.join(), lineBreak);
  if (kind === 'floating') return writeLine(name, values.join(), lineBreak);
  if (zone.name === 'UTC') return writeLine(name, values.map((value) => `${value}Z`).join(), lineBreak);
  return writeLine(`${name};TZID=${quoteZone(zone.name)}`, values.join(), lineBreak);
}

function quoteZone(name: string): string {
  return /[,;:]/.test(name) ? `"${name}"` : name;
}

export function writeMoment(name: string, moment: number, lineBreak: string): Buffer {
  return writeLine(name, `${writeWall(moment, false)}Z`, lineBreak);
}
