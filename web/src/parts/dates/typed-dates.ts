/** Parses dates and times as people here write them: day first, 24 hours. */

import { hourOfDay, PARTS_OF_DAY } from '../../lib/part-of-day.ts';

/** Completes a date without a year: the next one from a day on, or the last one up to it. */
export type Lean = { to: 'ahead' | 'back'; from: string };

const DATE = /^(\d{1,2})[/.\-\s](\d{1,2})(?:[/.\-\s](\d{2}|\d{4}))?$/;
const DIGITS = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;
const WITH_PERIOD = /^(.*?)\s*(a\.?m\.?|p\.?m\.?|sáng|trưa|chiều|tối|đêm)?$/;
const TIME = /^(\d{1,2})(?:\s*(?:[:.h]|giờ)\s*(\d{2})?)?$/i;

/** `22/11/2026`, `22/11`, `22-11-26`, `22112026` as `2026-11-22`; null for text that is not a date. */
export function dayOfTyped(typed: string, lean: Lean): string | null {
  const text = typed.trim();
  const [, date, month, year] = DATE.exec(text) ?? DIGITS.exec(text) ?? [];
  if (date === undefined || month === undefined) return null;
  if (year?.length === 2) {
    const near = dayOf(Number(`20${year}`), month, date);
    // A birth year of 90 means the last one, not the next.
    return near !== null && lean.to === 'back' && near > lean.from
      ? dayOf(Number(`19${year}`), month, date)
      : near;
  }
  if (year !== undefined) return dayOf(Number(year), month, date);
  const thisYear = Number(lean.from.slice(0, 4));
  // For 29 February, looks for the next leap year.
  for (let more = 0; more <= 8; more += 1) {
    const day = dayOf(thisYear + (lean.to === 'ahead' ? more : -more), month, date);
    if (day !== null && (lean.to === 'ahead' ? day >= lean.from : day <= lean.from)) return day;
  }
  return null;
}

/** `8:30`, `0830`, `8h30`, `8`, `8:30 am`, `8h30 sáng` as `08:30`; null for text that is not a time. */
export function timeOfTyped(typed: string): string | null {
  const [, text = '', period = ''] = WITH_PERIOD.exec(typed.normalize().trim().toLowerCase()) ?? [];
  const [, hours, minutes = '00'] = /^(\d{1,2})(\d{2})$/.exec(text) ?? TIME.exec(text) ?? [];
  if (hours === undefined) return null;
  const part = PARTS_OF_DAY[period.replaceAll('.', '')];
  const hour = part ? hourOfDay(Number(hours), part) : Number(hours);
  if (hour > 23 || Number(minutes) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** A time shifted by minutes, on the same 24-hour clock. */
export function timeLater(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const all = (hour * 60 + minute + minutes + 24 * 60) % (24 * 60);
  return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
}

function dayOf(year: number, month: string, date: string): string | null {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const parsed = new Date(`${day}T00:00:00Z`);
  // `Date` would turn 31 April into 1 May.
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day ? null : day;
}
