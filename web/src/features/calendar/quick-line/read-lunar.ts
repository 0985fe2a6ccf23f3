import { fold } from '@bocau/contract/fold.ts';
import { type LunarRule, parseLunarRule, writeLunarRule } from '@bocau/contract/lunar-rule.ts';
import { FIRST_AND_FIFTEENTH, firstOf } from '../../../model/calendar/lunar-repeat.ts';
import type { Line } from './read-spans.ts';

type LunarDay = { day: string; rule: LunarRule };

const LUNAR = '(?:âm lịch|âm|al)';
const IS_LUNAR = /^ (?:am|al|lunar)(?!\p{L})/u;
const NAMED_MONTH = 'giêng|chạp';
const MONTH = String.raw`(\d{1,2}|${NAMED_MONTH}|hai|ba|tư|bốn|năm|sáu|bảy|tám|chín|mười một|mười hai|mười)`;
const FIRST_TEN = 'một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười';
const NUMBERS: Record<string, number> = {
  ...{
    mot: 1,
    gieng: 1,
    hai: 2,
    ba: 3,
    tu: 4,
    bon: 4,
    nam: 5,
    sau: 6,
    bay: 7,
    tam: 8,
    chin: 9,
    muoi: 10,
    chap: 12,
  },
  ...{ 'muoi mot': 11, 'muoi hai': 12, 'mười một': 11, 'mười hai': 12, tư: 4 },
  ...{ one: 1, two: 2, three: 3, four: 4, six: 6 },
  ...{ một: 1, giêng: 1, bốn: 4, năm: 5, sáu: 6, bảy: 7, tám: 8, chín: 9, mười: 10, chạp: 12 },
};
const TET = '(?:tết|tet)(?: nguyên đán| âm lịch)?';

export const numberOf = (text = '0') => NUMBERS[text] ?? Number(text);

/** Whether what stands before is a day of the lunar calendar: `30/2 âm`. */
export function isLunarBefore(after: string): boolean {
  return IS_LUNAR.test(fold(after));
}

/** A day of the lunar calendar; null where none is named. */
export function readLunar(line: Line, today: string): LunarDay | null {
  const tet = line.take(`(?:ngày |vào )*(?:mùng|mồng) (${FIRST_TEN}|\\d{1,2}) ${TET}`, isDay);
  if (tet) return on(numberOf(tet[1]), 1, today);
  const before = line.take(String.raw`(?:ngày |vào )*(2\d|30) ${TET}`);
  if (before) return on(Number(before[1]), 12, today);
  const isKnown = (match: RegExpMatchArray) => on(numberOf(match[1]), numberOf(match[2]), today) !== null;
  const dated =
    line.take(String.raw`(?:ngày |vào )*(\d{1,2}) ?[/.] ?(\d{1,2}) ${LUNAR}`, isKnown) ??
    line.take(String.raw`(?:ngày |vào )*(\d{1,2}) tháng ${MONTH} ${LUNAR}`, isKnown) ??
    line.take(String.raw`(?:ngày |vào )*(\d{1,2}) tháng (${NAMED_MONTH})`, isKnown) ??
    line.take(String.raw`(?:on )?lunar (\d{1,2})/(\d{1,2})`, isKnown) ??
    line.take(String.raw`(?:on )?(\d{1,2})/(\d{1,2}) lunar`, isKnown) ??
    line.take(
      String.raw`(?:ngày )?(?:mùng|mồng) (${FIRST_TEN}|\d{1,2}) tháng ${MONTH}(?: ${LUNAR})?`,
      isKnown,
    );
  if (dated) return on(numberOf(dated[1]), numberOf(dated[2]), today);
  const full = line.take(
    String.raw`(?:ngày )?rằm (?:tháng ${MONTH}|(\d{1,2}|${NAMED_MONTH}))(?: ${LUNAR})?`,
    ({ 1: month, 2: short }) => on(15, numberOf(month ?? short), today) !== null,
  );
  if (full) return on(15, numberOf(full[1] ?? full[2]), today);
  if (
    line.take(
      `(?:mùng|mồng) (?:một|1) và rằm|rằm và (?:mùng|mồng) (?:một|1)|(?:(?:mùng|mồng) )?1 và 15(?: ${LUNAR})?`,
    )
  )
    return { day: firstOf(FIRST_AND_FIFTEENTH, today), rule: FIRST_AND_FIFTEENTH };
  const each = line.take(
    `(?:ngày )?(rằm|(?:mùng|mồng) (?:một|1))(?: tháng này| này)?(?! tháng)(?: ${LUNAR})?`,
    ({ 1: name }, { before }) => name !== 'ram' || /(?:^|cung|ngay|le|vao|chua|hom) ?$/iu.test(before),
  );
  if (!each) return null;
  const rule: LunarRule = {
    ...{ every: 'month', month: null, until: null },
    days: [/^r/.test(each[1] ?? '') ? 15 : 1],
  };
  return { day: firstOf(rule, today), rule };
}

function isDay(match: RegExpMatchArray): boolean {
  const day = numberOf(match[1]);
  return day >= 1 && day <= 10;
}

function on(day: number, month: number, today: string): LunarDay | null {
  const rule = parseLunarRule(writeLunarRule({ every: 'year', month, days: [day], until: null }));
  return rule && { day: firstOf(rule, today), rule };
}
