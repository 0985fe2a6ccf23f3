const HELPER_LENGTH = 50;

/** Cut at a length with an ellipsis, never within a letter and its marks. */
export function cut(text: string, length: number = HELPER_LENGTH): string {
  const letters = [...new Intl.Segmenter('vi', { granularity: 'grapheme' }).segment(text)];
  if (letters.length <= length) return text;
  return `${letters
    .slice(0, length)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}
