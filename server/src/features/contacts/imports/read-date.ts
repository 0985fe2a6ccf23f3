const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})/;
const WRITTEN = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/;
const WITHOUT_YEAR = /^--(\d{2})-?(\d{2})$/;
/** What Outlook writes where there is none. */
export const NO_DAY = '0/0/00';

/**
 * A day as spreadsheets write it; null for what is none. Days come before months, as in Vietnam, unless only the
 * other way is a day.
 */
export function readDate(text: string): string | null {
  if (text === NO_DAY) return null;
  const iso = ISO.exec(text);
  if (iso) return day(iso[1], iso[2], iso[3]);
  const yearless = WITHOUT_YEAR.exec(text);
  if (yearless)
    return isDay(2000, Number(yearless[1]), Number(yearless[2])) ? `--${yearless[1]}-${yearless[2]}` : null;
  const [, first, second, year] = WRITTEN.exec(text) ?? [];
  return day(year, second, first) ?? day(year, first, second);
}

function day(year = '', month = '', date = ''): string | null {
  if (!isDay(Number(year), Number(month), Number(date))) return null;
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

function isDay(year: number, month: number, date: number): boolean {
  const at = new Date(Date.UTC(year, month - 1, date));
  return year > 0 && at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
}
