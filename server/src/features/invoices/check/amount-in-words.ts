const DIGITS: Readonly<Record<string, number>> = {
  khong: 0,
  mot: 1,
  hai: 2,
  ba: 3,
  bon: 4,
  tu: 4,
  nam: 5,
  lam: 5,
  nham: 5,
  sau: 6,
  bay: 7,
  tam: 8,
  chin: 9,
};
const GROUPS: Readonly<Record<string, bigint>> = {
  nghin: 1000n,
  ngan: 1000n,
  trieu: 1_000_000n,
  ty: 1_000_000_000n,
  ti: 1_000_000_000n,
};
const BILLION = 1_000_000_000n;
/** Words that say nothing of the number. */
const AROUND = new Set(['va', 'chan', 'linh', 'le', 'tron', 'tien', 'bang', 'chu', 'so', 'tong', 'cong']);
const NEGATIVE = new Set(['am', 'tru']);

/** A whole number in Vietnamese words, up to the name of its currency; null where it can't be read as one. */
export function readNumberWords(text: string): bigint | null {
  const words = foldWords(text);
  const end = words.findIndex((word) => word === 'dong' || word === 'vnd' || word === 'd');
  if (end === 0 || (end < 0 && words.length === 0)) return null;
  const behind = end < 0 ? [] : words.slice(end + 1);
  // "đồng và năm mươi xu" has a part that is no whole number.
  if (behind.some((word) => word in DIGITS || word === 'muoi')) return null;
  return numberOf(end < 0 ? words : words.slice(0, end));
}

function foldWords(text: string): string[] {
  const folded = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd');
  return folded.split(/[^a-z0-9]+/).filter((word) => word !== '');
}

function numberOf(words: string[]): bigint | null {
  let sum = 0n;
  /** Below a thousand, before the name of its group. */
  let group: bigint | null = null;
  let digit: number | null = null;
  let isNegative = false;
  let wasTen = false;
  for (const [at, word] of words.entries()) {
    if (at === 0 && NEGATIVE.has(word)) isNegative = true;
    else if (AROUND.has(word)) wasTen = false;
    else if (word in DIGITS) {
      // "hai mươi mốt" has no word between the tens and the ones; two digits in a row are no number.
      if (digit !== null) return null;
      digit = DIGITS[word] as number;
    } else if (word === 'tram') {
      if (digit === null) return null;
      group = (group ?? 0n) + BigInt(digit) * 100n;
      digit = null;
    } else if (word === 'muoi') {
      if (wasTen) return null;
      group = (group ?? 0n) + BigInt(digit ?? 1) * 10n;
      digit = null;
      wasTen = true;
    } else if (word in GROUPS) {
      const value = (group ?? 0n) + BigInt(digit ?? 0);
      const times = GROUPS[word] as bigint;
      // "nghìn tỷ" multiplies what was said before.
      if (times === BILLION && group === null && digit === null) sum *= BILLION;
      else if (times === BILLION) sum = (sum + value) * BILLION;
      else sum += value * times;
      group = null;
      digit = null;
      wasTen = false;
    } else return null;
  }
  const value = sum + (group ?? 0n) + BigInt(digit ?? 0);
  return isNegative ? -value : value;
}
