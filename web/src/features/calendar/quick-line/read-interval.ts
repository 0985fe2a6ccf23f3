import { numberOf } from './read-lunar.ts';
import type { Line } from './read-spans.ts';
import { ENGLISH_DAY } from './read-weekday.ts';

export type Every = 'day' | 'week' | 'month' | 'year' | 'workday';
/** `interval`: 2 for every second one. */
export type Each = { every: Every; interval: number };

const COUNT = String.raw`\d{1,2}|hai|ba|bốn|năm|sáu|two|three|four|six`;
const UNIT = 'ngày|tuần|tháng|năm|days|weeks|months|years';
/** What `cách` goes on to otherwise: `cách ngày cưới`, `một cách tuần tự`. */
const OTHERWISE = String.raw`(?! (?:tự|lễ|hoàn|sau|tới|này|nay|trước|mai|kia|mốt|cưới|thi|đi|sinh|\d{1,2}(?!\d| ?[hg:–-]| giờ| lần| viên)))`;

/** CL-398: `cách tuần`, `2 tuần một lần`, `every other Monday`; null where nothing of it is said. */
export function readInterval(line: Line): Each | null {
  const other =
    line.take(`(?<!(?:phong|một|tính|tư|quy|nhân) )cách (ngày|tuần|tháng|năm)${OTHERWISE}`) ??
    line.take(
      'every other (day|week|month|year)|every second (day|week|month)(?! of )|on alternate (week)s',
    ) ??
    line.take(`every other(?= (?:${ENGLISH_DAY})(?!\\p{L}))|fortnightly|every fortnight`);
  if (other) return { every: unitOf(other[1] ?? other[2] ?? other[3] ?? 'week'), interval: 2 };
  const counted =
    line.take(`(?:mỗi |cứ |hằng |hàng )?(${COUNT}|một) (${UNIT}) (?:một|1) lần`, isAny) ??
    line.take(`(?:mỗi|cứ(?: mỗi)?) (${COUNT}) (${UNIT})`, isSeveral) ??
    line.take(`(?:once )?every (${COUNT}) (${UNIT})`, isSeveral);
  return counted && { every: unitOf(counted[2] ?? ''), interval: countOf(counted) };
}

function isAny(match: RegExpMatchArray): boolean {
  return countOf(match) >= 1;
}

function isSeveral(match: RegExpMatchArray): boolean {
  return countOf(match) > 1;
}

function countOf({ 1: count = '' }: RegExpMatchArray): number {
  return numberOf(count);
}

function unitOf(unit: string): Every {
  if (/^(?:ng|d)/u.test(unit)) return 'day';
  if (/^(?:tu|w)/u.test(unit)) return 'week';
  return /^(?:th|m)/u.test(unit) ? 'month' : 'year';
}
