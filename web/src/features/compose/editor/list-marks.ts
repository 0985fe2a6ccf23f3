/** The mark of a list line: a bullet, a number that lists count by, or text that no list can draw. */
export type ListMark =
  | { tag: 'ul' }
  | { tag: 'ol'; type: ListType | null; start: number }
  | { tag: 'text'; text: string };

/** The `type` attribute of a list; null for plain numbers. */
type ListType = 'a' | 'A' | 'i' | 'I';

/** Bullets of symbol fonts are written as the letters in their positions. */
const SIGN = /^([^\p{L}\p{N}]*|[oqvwnlØüà§])$/u;

/** Parses "1.", "(b)", "IV)"; "1.1." and "Điều 2." can only be kept as text. */
export function listMark(drawn: string): ListMark {
  if (SIGN.test(drawn)) return { tag: 'ul' };
  const [, word] = /^\(?(\d{1,6}|[a-z]|[ivxlc]{2,}|[A-Z]|[IVXLC]{2,})[.)]$/.exec(drawn) ?? [];
  if (word === undefined) return { tag: 'text', text: drawn };
  if (/\d/.test(word)) return { tag: 'ol', type: null, start: Number(word) };
  const small = word.toLowerCase();
  const isRoman = word.length > 1 || small === 'i';
  const type = isRoman ? 'i' : 'a';
  return {
    tag: 'ol',
    type: word === small ? type : (type.toUpperCase() as ListType),
    start: isRoman ? romanValue(small) : small.charCodeAt(0) - 96,
  };
}

const DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function romanValue(word: string): number {
  const digits = [...word].map((letter) => DIGITS[letter] ?? 0);
  return digits.reduce((sum, digit, at) => (digit < (digits[at + 1] ?? 0) ? sum - digit : sum + digit), 0);
}
