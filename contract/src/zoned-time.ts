const DAY_MS = 24 * 3600 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The moment (ms since 1970) at which the clocks of a time zone show a day and a minute. A time that the clocks leap
 * over counts on from before the leap; of one that they show twice it is the first.
 */
export function momentOf(day: number, minuteOfDay: number, timeZone: string): number {
  const shown = day * DAY_MS + minuteOfDay * 60_000;
  const before = shown - offsetAt(shown - DAY_MS, timeZone);
  if (shownAt(before, timeZone) === shown) return before;
  const after = shown - offsetAt(shown + DAY_MS, timeZone);
  return shownAt(after, timeZone) === shown ? after : before;
}

/** The local time of a zone at a moment, expressed as if it were UTC. */
export function shownAt(moment: number, timeZone: string): number {
  return moment + offsetAt(moment, timeZone);
}

function offsetAt(moment: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/** Cached, because creating a formatter takes longer than a thousand uses of it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
