import type { Say } from '../../i18n/say.ts';

export const LABELS = {
  emails: ['work', 'home', 'other'],
  phones: ['mobile', 'work', 'home', 'fax', 'other'],
  addresses: ['work', 'home', 'other'],
  urls: ['work', 'home', 'other'],
  dates: ['anniversary', 'other'],
  relations: ['spouse', 'child', 'parent', 'assistant', 'manager', 'other'],
} as const;
export type LabelledField = keyof typeof LABELS;

const KNOWN = [
  ...['work', 'home', 'mobile', 'fax', 'main', 'other', 'anniversary'],
  ...['spouse', 'child', 'parent', 'assistant', 'manager'],
] as const;

/** What vCard calls it in the page's language; a label of one's own as it is. */
export function labelWords(t: Say, label: string): string {
  const known = KNOWN.find((each) => each === (label === 'cell' ? 'mobile' : label).toLowerCase());
  return known ? t(`contacts.labels.${known as (typeof LABELS)['phones'][number]}`) : label;
}

/** `1990-08-15` as `15/08/1990`, `--08-15` as `15/08`. */
export function writtenContactDay(day: string): string {
  const [, year, month, date] = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (month === undefined) return day;
  return year === '-' ? `${date}/${month}` : `${date}/${month}/${year}`;
}

const TYPED = /^(\d{1,2})\s*[/.\-\s]\s*(\d{1,2})(?:\s*[/.\-\s]\s*(\d{4}))?$/;
const MOST_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MOST_OF_LUNAR_MONTH = 30;

/** A day as people type it, with or without a year; null for text that is not one. */
export function contactDayOf(typed: string, lunar: boolean): string | null {
  const [, date = '', month = '', year] = TYPED.exec(typed.trim()) ?? [];
  const most = lunar && Number(month) <= 12 ? MOST_OF_LUNAR_MONTH : MOST_OF_MONTH[Number(month) - 1];
  if (Number(date) < 1 || Number(month) < 1 || most === undefined || Number(date) > most) return null;
  const day = `${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  if (year === undefined) return `--${day}`;
  const isLeapDay = day === '02-29' && !lunar;
  return isLeapDay && new Date(`${year}-${day}T00:00:00Z`).getUTCDate() !== 29 ? null : `${year}-${day}`;
}
