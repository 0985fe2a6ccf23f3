// Hot path: every character of every incoming message is tested.
const BEYOND_ASCII = /[^\0-\x7f]/;
const SPECIAL = /[đðßæøłς]/g;
const PLAIN: Record<string, string> = { đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', ς: 'σ' };

/**
 * The form in which texts are compared: without case, without Vietnamese and other marks, `đ` as `d`.
 * The index and the query both go through here, so they can't disagree.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!BEYOND_ASCII.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter);
}
