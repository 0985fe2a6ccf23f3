import { PARTS_OF_DAY, type PartOfDay } from '../../../lib/part-of-day.ts';
import { type Around, type Line, TAKEN } from './read-spans.ts';
import { VIETNAMESE_DAY } from './read-weekday.ts';

/** Without accents `toi` and `sang` lead somewhere as well: `3h sang nha Lan`. */
export const PERIOD =
  '(?:sáng|trưa|chiều|tối|đêm)(?! (?:nha|ben|cty|cong ty|van phong|gap|benh vien|truong|san bay)(?!\\p{L}))';
export const DAY_BEHIND = `mai|mốt|nay|ngày|hôm|mùng|mồng|rằm|${VIETNAMESE_DAY}|\\d{1,2}(?:/\\d{1,2}| tết)`;
const MEAL = /(?<!\p{L})(?:ăn|bữa|cơm|tiệc|ca|học|tập|an|bua|com|tiec|hoc|tap) $/iu;

/** `tuan toi` is no evening, nor is that of `thu hai toi thu sau`. */
const NEXT = /(?<!\p{L})(?:tuan|thang) $/iu;
const WEEKDAY = '(?:thu (?:[2-7]|hai|ba|tu|nam|sau|bay)|t[2-7]|cn|chu nhat)';
const [FROM, TO] = [new RegExp(`${WEEKDAY} $`, 'iu'), new RegExp(`^ ${WEEKDAY}`, 'iu')];

/** `nghỉ trưa 12h`; of `nghỉ sáng mai` the morning is its time. */
function isNap({ written, before }: Around): boolean {
  return /^tr[ưu]a/iu.test(written) && /(?<!\p{L})(?:nghỉ|ngủ|nghi|ngu) $/iu.test(before);
}

export function readPeriod(line: Line): PartOfDay | null {
  // `ăn trưa mai` and `ăn tối 7h` remain a lunch and a dinner.
  // A man called Sang is no morning.
  const isNoName = (_match: unknown, { written, before, after }: Around) =>
    before.trim() === '' ||
    !(/(?<!\p{L})Sang/u.test(written) || NEXT.test(before) || (FROM.test(before) && TO.test(after)));
  const isNoMeal = (match: unknown, around: Around) =>
    !MEAL.test(around.before) && !isNap(around) && isNoName(match, around);
  const beside = `(?= (?:${DAY_BEHIND})| ?${TAKEN})`;
  const found =
    line.take(`(?:vào )?(?:buổi )?(${PERIOD})(?: sớm)?${beside}`, isNoMeal) ??
    line.take(`(?:vào )?buổi (${PERIOD})`) ??
    line.take('(?:in the |this )(morning|afternoon|evening)') ??
    line.take('(?<=(?:tomorrow|day) )(morning|afternoon|evening|night)') ??
    line.take('(tonight)') ??
    line.take(`(?<=${TAKEN} ?)(${PERIOD}|morning|evening|night)`) ??
    line.find(`(${PERIOD})${beside}`, isNoName);
  if (!found) return null;
  return found[1] === 'tonight' ? 'evening' : (PARTS_OF_DAY[found[1] ?? ''] ?? null);
}
