/** What stands before a line of a list: a sign, a number that lists count by, or words that no list draws. */
export type ListMark =
  | { tag: 'ul' }
  | { tag: 'ol'; type: ListType | null; start: number }
  | { tag: 'text'; text: string };

/** As the attribute of a list says it; null are plain numbers. */
type ListType = 'a' | 'A' | 'i' | 'I';

/** Signs of symbol fonts are written as the letters that stand in their place. */
const SIGN = /^([^\p{L}\p{N}]*|[oqvwnlØüà§])$/u;

/** Of "1.", "(b)", "IV)"; of "1.1." or "Điều 2." nothing but the words themselves says what they say. */
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
