const HELPER_LENGTH = 50;

/** Truncates to a length with an ellipsis, never inside a grapheme. */
export function cut(text: string, length: number = HELPER_LENGTH): string {
  const letters = [...new Intl.Segmenter('vi', { granularity: 'grapheme' }).segment(text)];
  if (letters.length <= length) return text;
  return `${letters
    .slice(0, length)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}
