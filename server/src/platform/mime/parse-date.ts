const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const zones: Record<string, number> = {
  ut: 0,
  gmt: 0,
  utc: 0,
  z: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  ict: 7,
};

const RFC =
  /(\d{1,2})[\s-]+([a-z]{3,9})\.?[\s-]+(\d{2,4})[\s,]+(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2}))?\s*(?:([+-])\s?(\d{1,2}):?(\d{2})|([a-z]{1,4}))?/i;
const AMERICAN =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+(\d{1,2})(?:,?\s+(\d{4}))?,?\s+(?:at\s+)?(\d{1,2}:\d{1,2}(?::\d{1,2})?)(?:\s*([ap]m)\b)?(?:\s*([+-]\d{4}|[a-z]{1,4}))?(?:\s+(\d{4})\b)?(?:\s*([+-]\d{4}))?/i;
const DIGITS =
  /\b(\d{1,2})\/(\d{1,2})\/(\d{4}),?\s+(\d{1,2}:\d{1,2}(?::\d{1,2})?)\s*([ap]m\b)?\s*([+-]\d{4}|[a-z]{1,4})?/i;

/** The Date header in Unix seconds; null when it is unreadable or outside of 1970 to 2100. */
export function parseDate(header: string): number | null {
  const text = header.slice(0, 200).replace(/\([^()]*\)/g, ' ');
  const rfc = RFC.exec(text);
  return plausible(rfc === null ? (fromIso(text) ?? fromAmerican(text) ?? fromDigits(text)) : fromRfc(rfc));
}

function plausible(seconds: number | null): number | null {
  return seconds !== null && seconds >= 0 && seconds < 4_102_444_800 ? seconds : null;
}

/**
 * `Fri Nov 20 08:00:00 2026`, as from ctime, `November 20, 2026 8:00 AM`, and a zone after or before the
 * year.
 */
function fromAmerican(text: string): number | null {
  const found = AMERICAN.exec(text);
  if (found === null) return null;
  const [
    ,
    month = '',
    day = '',
    firstYear,
    time = '',
    half = '',
    zoneBefore = '',
    lastYear,
    zoneBehind = '',
  ] = found;
  const year = firstYear ?? lastYear;
  if (year === undefined) return null;
  const clock = inHalfOfDay(time, half);
  return fromRfcText(`${day} ${month} ${year} ${clock} ${zoneBefore || zoneBehind}`);
}

/** `11/20/2026 8:00 PM`; the first number is the day only if it cannot be a month. */
function fromDigits(text: string): number | null {
  const found = DIGITS.exec(text);
  if (found === null) return null;
  const [, first = '', second = '', year = '', time = '', half = '', zone = ''] = found;
  const [month, day] = Number(first) > 12 ? [Number(second), first] : [Number(first), second];
  const name = months[month - 1];
  return name === undefined ? null : fromRfcText(`${day} ${name} ${year} ${inHalfOfDay(time, half)} ${zone}`);
}

function inHalfOfDay(time: string, half: string): string {
  if (half === '') return time;
  const [hour = '0', ...rest] = time.split(':');
  return [(Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0), ...rest].join(':');
}

function fromRfcText(text: string): number | null {
  const found = RFC.exec(text);
  return found === null ? null : fromRfc(found);
}

function fromRfc(found: RegExpExecArray): number | null {
  const month = months.indexOf((found[2] ?? '').slice(0, 3).toLowerCase());
  if (month < 0) return null;
  const written = Number(found[3]);
  const year = written < 50 ? written + 2000 : written < 1000 ? written + 1900 : written;
  const [day, hour, minute, second] = [found[1], found[4], found[5], found[6] ?? '0'].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null;
  const offset =
    found[7] === undefined
      ? (zones[(found[10] ?? '').toLowerCase()] ?? 0) * 3_600
      : zoneSeconds(found[7], found[8], found[9]);
  return Date.UTC(year, month, day, hour, minute, second) / 1_000 - offset;
}

function zoneSeconds(sign: string, hours = '0', minutes = '0'): number {
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60);
}

function fromIso(text: string): number | null {
  const found =
    /(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(?:([+-])(\d{2}):?(\d{2}))?/.exec(
      text,
    );
  if (found === null) return null;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((at) => Number(found[at] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = found[7] === undefined ? 0 : zoneSeconds(found[7], found[8], found[9]);
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1_000 - offset;
}
