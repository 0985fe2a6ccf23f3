import { fold } from '@bocau/contract/fold.ts';
import type { Language } from '../../../i18n/i18n.ts';
import { addDays } from '../../../lib/calendar-days.ts';
import { LENGTH, lengthsIn } from './lengths.ts';
import { DAY_MINUTES } from './read-clock.ts';
import { readDay } from './read-day.ts';
import { readLength } from './read-length.ts';
import { type Around, createLine, type Line } from './read-spans.ts';
import { readTime } from './read-time.ts';

type Now = { today: string; now: number; language: Language };
type Soon = { day: string; start: number; end: number | null };

const FROM_NOW = `(?:trong |sau |khoảng )*(${LENGTH}) nữa|in (?:about )?(${LENGTH})|(${LENGTH}) from now`;
/** What lasts so much longer, or is done within that time. */
const LONGER = /(?<!\p{L})(?:them|keo dai|doi|cho|ngu|vong|another) $/iu;
const LATE = /^ (?:late|early|before|after|earlier|later than|per|or less|flat)(?!\p{L})/iu;

/** CL-399: `30 phút nữa`, `in 2 hours`; null also where another day or time is named, which it may be the length of. */
export function readSoon(line: Line, { today, now, language }: Now): Soon | null {
  const found = line.take(FROM_NOW, (match, around) => {
    const [length] = lengthsOf(match);
    return length?.isOfDays === false && isFromNow(around) && isAlone(around, { today, language });
  });
  if (!found) return null;
  line.take('hôm nay|today');
  const start = now + Math.ceil(lengthsOf(found)[0]?.minutes ?? 0);
  const length = readLength(line);
  const of = start % DAY_MINUTES;
  return {
    day: addDays(today, Math.floor(start / DAY_MINUTES)),
    ...{ start: of, end: length === null ? null : of + length },
  };
}

function lengthsOf([, vietnamese, english, fromNow]: RegExpMatchArray) {
  return lengthsIn(vietnamese ?? english ?? fromNow ?? '');
}

function isFromNow({ before, after }: Around): boolean {
  return !LONGER.test(fold(before)) && !LATE.test(after);
}

function isAlone({ before, after }: Around, { today, language }: Omit<Now, 'now'>): boolean {
  const rest = createLine(before + after, language);
  return readTime(rest) === null && (readDay(rest, { today, week: null })?.day ?? today) === today;
}
