import { fold } from '@bocau/contract/fold.ts';
import { numberOf } from './read-lunar.ts';

/** Of time, in minutes. */
type Length = { minutes: number; isOfDays: boolean };

const DAY = 24 * 60;
const FIGURES = String.raw`\d{1,2}[.,]5|\d{1,3}`;
const WORDS = 'một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|nửa|half an|an?|one|two';
const MINUTES = "phút|p|'|min(?:ute)?s?";
const HOURS = 'tiếng|hours?|hrs?';
const UNIT = `${MINUTES}|${HOURS}|giờ|h|ngày|days?|tuần|weeks?`;
const COUNT = `${FIGURES}|${WORDS}`;
/** `1 tiếng rưỡi`, `1h30`, `1 giờ 15 phút`. */
const MORE = String.raw` (?:rưỡi|and a half)|(?<=\d ?(?:h|giờ|tiếng))(?:\d\d(?: ?(?:phút|p))?| \d\d? ?(?:phút|p))`;
/** Behind `2 tiếng`: a language. */
export const IS_LANGUAGE = /^ (?:anh|nhật|trung|hàn|pháp|đức|nga|việt)(?!\p{L})/iu;
/** The pattern of one. */
export const LENGTH = `(?:${COUNT})[ -]?(?:${UNIT})(?:${MORE})?`;
/** Of one that cannot be a time of the day, as `2h` may be, nor a word, as `AP` is. */
export const CLEAR_LENGTH = `(?:(?:${FIGURES}) ?(?:${MINUTES}|${HOURS})|(?:${WORDS})[ -](?:phút|minutes?|tiếng|(?<=nửa )giờ|hours?))(?:${MORE})?`;
const ONE = new RegExp(fold(`(?<count>${COUNT})[ -]?(?<unit>${UNIT})(?<more>${MORE})?(?![a-z])`), 'g');
const COUNTS: Record<string, number> = { nua: 0.5, 'half an': 0.5, a: 1, an: 1 };

/** Each that a text names. */
export function lengthsIn(text = ''): Length[] {
  return [...fold(text).matchAll(ONE)].map(({ groups: { count = '', unit = '', more = '' } = {} }) => {
    const size = sizeOf(unit);
    const many = COUNTS[count] ?? numberOf(count.replace(',', '.'));
    const rest = /half|ruoi/.test(more) ? size / 2 : Number(/\d+/.exec(more)?.[0] ?? 0);
    return { minutes: many * size + rest, isOfDays: size >= DAY };
  });
}

function sizeOf(unit: string): number {
  if (/^(?:tuan|week)/.test(unit)) return 7 * DAY;
  if (/^(?:ngay|day)/.test(unit)) return DAY;
  return /^[tgh]/.test(unit) ? 60 : 1;
}
