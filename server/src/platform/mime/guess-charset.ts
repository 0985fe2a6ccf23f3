const sampleBytes = 4_096;

type PairRule = {
  charset: string;
  lead: (byte: number) => boolean;
  trail: (byte: number) => boolean;
  /** Pairs of everyday text; their share decides. */
  common: (lead: number, trail: number) => boolean;
};

const within = (byte: number, low: number, high: number) => byte >= low && byte <= high;

const pairRules: PairRule[] = [
  {
    charset: 'shift_jis',
    lead: (b) => within(b, 0x81, 0x9f) || within(b, 0xe0, 0xfc),
    trail: (b) => within(b, 0x40, 0x7e) || within(b, 0x80, 0xfc),
    common: (l, t) =>
      (l === 0x82 && within(t, 0x4f, 0xf1)) ||
      (l === 0x83 && within(t, 0x40, 0x96)) ||
      (l === 0x81 && t < 0x9f) ||
      within(l, 0x88, 0x97),
  },
  {
    charset: 'euc-jp',
    lead: (b) => within(b, 0xa1, 0xfe) || b === 0x8e,
    trail: (b) => within(b, 0xa1, 0xfe),
    common: (l) => l === 0xa4 || l === 0xa5 || l === 0xa1,
  },
  {
    charset: 'euc-kr',
    lead: (b) => within(b, 0xa1, 0xfe),
    trail: (b) => within(b, 0xa1, 0xfe),
    common: (l) => within(l, 0xb0, 0xc8) || l === 0xa1,
  },
  {
    charset: 'big5',
    lead: (b) => within(b, 0x81, 0xfe),
    trail: (b) => within(b, 0x40, 0x7e) || within(b, 0xa1, 0xfe),
    common: (l, t) => within(l, 0xa4, 0xc6) || (l === 0xa1 && within(t, 0x40, 0x7e)),
  },
  {
    charset: 'gb18030',
    lead: (b) => within(b, 0x81, 0xfe),
    trail: (b) => within(b, 0x40, 0x7e) || within(b, 0x80, 0xfe),
    common: (l, t) => (within(l, 0xb0, 0xd7) && t >= 0xa1) || within(l, 0xa1, 0xa3),
  },
];

/** The most likely charset of bytes that are not valid UTF-8. Looks at the first 4 KB only. */
export function guessCharset(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampleBytes);
  const shape = measureRuns(sample);
  if (shape.high === 0) return 'windows-1252';
  if (looksVietnamese(sample, shape.high)) return 'windows-1258';
  const inWords = shape.inRuns / shape.high;
  if (inWords < 0.4 && !looksShiftJis(sample)) return 'windows-1252';
  // Western letters occur within ASCII words, Cyrillic ones form whole words.
  const western = shape.runs > 0 && shape.touching / shape.runs > 0.5;
  if (western && shape.letters > 2 * shape.high) return 'windows-1252';
  if (shape.runs > 0 && shape.oddRuns / shape.runs > 0.3 && inWords > 0.6 && !western) {
    const cyrillic = guessCyrillic(sample);
    if (cyrillic !== null) return cyrillic;
  }
  return guessPairs(sample) ?? (inWords > 0.6 && !western ? guessCyrillic(sample) : null) ?? 'windows-1252';
}

/** How the non-ASCII bytes cluster: single ones between ASCII letters (Latin), or runs (Cyrillic, CJK). */
function measureRuns(sample: Uint8Array) {
  let high = 0;
  let inRuns = 0;
  let runs = 0;
  let oddRuns = 0;
  let run = 0;
  let touching = 0;
  let letters = 0;
  for (let at = 0; at <= sample.length; at += 1) {
    const byte = sample[at] ?? 0;
    if (byte > 0x7f) {
      run += 1;
      continue;
    }
    if (isLetter(byte)) letters += 1;
    if (run > 0) {
      if (isLetter(byte) || isLetter(sample[at - run - 1])) touching += 1;
      high += run;
      runs += 1;
      if (run > 1) inRuns += run;
      if (run % 2 === 1) oddRuns += 1;
    }
    run = 0;
  }
  return { high, inRuns, runs, oddRuns, touching, letters };
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (within(byte, 0x41, 0x5a) || within(byte, 0x61, 0x7a));
}

const toneMarks = new Set([0xcc, 0xd2, 0xde, 0xec, 0xf2]);
const vowels = new Set([
  ...Buffer.from('aeiouyAEIOUY'),
  0xe2,
  0xea,
  0xf4,
  0xe3,
  0xf5,
  0xfd,
  0xc2,
  0xca,
  0xd4,
  0xc3,
  0xd5,
  0xdd,
]);
/** Letters that are Vietnamese in windows-1258 and rare where the same bytes mean Western letters. */
const vietnameseLetters = new Set([0xf0, 0xd0, 0xf5, 0xfd, 0xe3]);

function looksVietnamese(sample: Uint8Array, high: number): boolean {
  let tones = 0;
  let letters = 0;
  let wrongTones = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at] ?? 0;
    if (byte < 0x80) continue;
    if (toneMarks.has(byte)) {
      if (vowels.has(sample[at - 1] ?? 0)) tones += 1;
      else wrongTones += 1;
    } else if (vietnameseLetters.has(byte)) letters += 1;
  }
  if (wrongTones > tones) return false;
  return (tones >= 2 || letters >= 1) && tones >= 1 && tones / high >= 0.12;
}

function looksShiftJis(sample: Uint8Array): boolean {
  const rule = pairRules[0];
  return rule !== undefined && scorePairs(sample, rule) > 0.7;
}

function scorePairs(sample: Uint8Array, rule: PairRule): number {
  let pairs = 0;
  let common = 0;
  let wrong = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const lead = sample[at] ?? 0;
    if (lead < 0x80) continue;
    if (rule.charset === 'shift_jis' && within(lead, 0xa1, 0xdf)) {
      pairs += 1;
      common += 0.3;
      continue;
    }
    const trail = sample[at + 1];
    if (trail === undefined) break;
    if (!rule.lead(lead) || !rule.trail(trail)) {
      wrong += 1;
      continue;
    }
    pairs += 1;
    if (rule.common(lead, trail)) common += 1;
    at += 1;
  }
  if (pairs === 0 || wrong * 20 > pairs) return 0;
  return common / pairs;
}

function guessPairs(sample: Uint8Array): string | null {
  const scores = new Map(pairRules.map((rule) => [rule.charset, scorePairs(sample, rule)]));
  const score = (charset: string) => scores.get(charset) ?? 0;
  if (score('euc-jp') > 0.3 && score('euc-jp') > score('euc-kr') - 0.5) return 'euc-jp';
  // Every common Korean pair is a common Chinese pair too, not the other way round.
  if (score('euc-kr') > 0.95 && score('gb18030') - score('euc-kr') < 0.05) return 'euc-kr';
  let best: string | null = null;
  for (const charset of ['gb18030', 'big5', 'shift_jis']) {
    if (score(charset) > 0.5 && (best === null || score(charset) > score(best))) best = charset;
  }
  return best;
}

function guessCyrillic(sample: Uint8Array): string | null {
  let upperHalf = 0;
  let lowerHalf = 0;
  let other = 0;
  for (const byte of sample) {
    if (byte >= 0xe0) upperHalf += 1;
    else if (byte >= 0xc0) lowerHalf += 1;
    else if (byte > 0x7f) other += 1;
  }
  if (other > (upperHalf + lowerHalf) / 4) return null;
  return upperHalf >= lowerHalf ? 'windows-1251' : 'koi8-r';
}
