import type { Prng } from '@bocau/server/demo-world/prng.ts';
import {
  englishSyllables,
  englishWords,
  vietnameseOnsets,
  vietnameseRimes,
  vietnameseWords,
} from './word-pools.ts';

export type Language = 'vi' | 'en';

/** Words by rank, drawn by Zipf's law: the second half as often as the first, the third a third as often. */
export type Vocabulary = {
  word(rank: number): string;
  draw(random: Prng): string;
};

const ENGLISH_WORDS = 20_000;

export function vietnameseVocabulary(): Vocabulary {
  const made = vietnameseRimes.flatMap((rime) => vietnameseOnsets.map((onset) => onset + rime));
  return vocabulary(vietnameseWords, made);
}

export function englishVocabulary(): Vocabulary {
  const made: string[] = [];
  const count = englishSyllables.length;
  // The step is coprime to the count, so that words of neighbouring rank do not start alike.
  for (let i = 0; made.length < ENGLISH_WORDS; i++) {
    const [a, b, c] = [i % count, (i * 37 + Math.floor(i / count)) % count, Math.floor(i / count) % count];
    made.push(`${englishSyllables[a]}${englishSyllables[b]}${englishSyllables[c]}`);
  }
  return vocabulary(englishWords, made);
}

function vocabulary(frequent: string[], made: string[]): Vocabulary {
  const words = [...new Set([...frequent, ...made])];
  const upTo = new Float64Array(words.length);
  let sum = 0;
  for (let rank = 0; rank < words.length; rank++) {
    sum += 1 / (rank + 1.5);
    upTo[rank] = sum;
  }
  return {
    word: (rank) => words[rank] as string,
    draw(random) {
      const target = random.next() * sum;
      let low = 0;
      let high = words.length - 1;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((upTo[middle] as number) < target) low = middle + 1;
        else high = middle;
      }
      return words[low] as string;
    },
  };
}
