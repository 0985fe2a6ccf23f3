import { type Line, TAKEN } from './read-spans.ts';

/** A preposition whose time was taken out: `họp lúc`, `lunch on`. */
const LEFT_OVER = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:vào|lúc|(?<!\\d )ngày|từ|mỗi|hằng|trước|vao|luc|before|by|on|at|from|the|every),? *)+(?=${TAKEN})`,
  'giu',
);
const GONE = new RegExp(`[${TAKEN}\\s]+`, 'g');

/** What remains of a line when its times were taken out. */
export function titleOf(line: Line): string {
  const title = tidy(line.rest());
  return title.charAt(0).toLocaleUpperCase('vi') + title.slice(1);
}

export function tidy(text: string): string {
  return text
    .replaceAll(LEFT_OVER, '')
    .replaceAll(GONE, ' ')
    .replaceAll(/\( \)/g, '')
    .replaceAll(/ ([,.;])/g, '$1')
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/gu, '');
}
