import type { CalendarTime } from '@bocau/contract/calendar.ts';
import type { Language } from '../../../i18n/i18n.ts';
import { dayOfWall } from '../../../lib/calendar-days.ts';
import { ruleOf } from '../form/repeat-value.ts';
import { parseQuickLine } from '../quick-line/parse-quick-line.ts';
import { repeatOf } from '../quick-line/with-quick-line.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

export type TaskLine = { title: string; due: CalendarTime; rule: string | null; reminders: number[] | null };

/**
 * What a line says of a task, as that of an event is read: until when, and whether it repeats. Null where it says no day
 * and no time.
 */
export function readTaskLine(
  text: string,
  { zone, now, language }: { zone: string; now: number; language: Language },
): TaskLine | null {
  const today = dayOfWall(now);
  const minute = Math.floor(now / MINUTE_MS) % DAY_MINUTES;
  const line = parseQuickLine(text, { today, chosen: today, now: minute, language });
  if (!line) return null;
  const { place, lastDay, start, reminders } = line;
  const due =
    start === null
      ? { day: lastDay, clock: null, zone: null }
      : { day: line.day, clock: clockOf(start), zone };
  const repeat = repeatOf(line);
  // A task repeats by no lunar calendar: what says so stays to be read. A place is a word like others.
  const title = repeat.kind === 'lunar' ? text.trim() : [line.title, place].filter(Boolean).join(' ');
  return { title, due, rule: repeat.kind === 'lunar' ? null : ruleOf(repeat, due), reminders };
}

function clockOf(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
