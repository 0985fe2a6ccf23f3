import type { Prng } from '@bocau/server/demo-world/prng.ts';
import { englishVocabulary, type Language, type Vocabulary, vietnameseVocabulary } from './vocabulary.ts';

const vocabularies: Record<Language, Vocabulary> = {
  vi: vietnameseVocabulary(),
  en: englishVocabulary(),
};

export function writeSubject(random: Prng, language: Language): string {
  return capital(words(random, language, random.int(3, 9)));
}

/** Paragraphs of sentences; most messages are short and some are long. */
export function writeBody(random: Prng, language: Language): string[] {
  const paragraphs = 1 + Math.floor(random.next() ** 2 * 8);
  return Array.from({ length: paragraphs }, () => {
    const sentences = random.int(1, 4);
    return Array.from(
      { length: sentences },
      () => `${capital(words(random, language, random.int(6, 22)))}.`,
    ).join(' ');
  });
}

/** The word of the given frequency rank. */
export function wordOfRank(language: Language, rank: number): string {
  return vocabularies[language].word(rank);
}

function words(random: Prng, language: Language, count: number): string {
  let text = vocabularies[language].draw(random);
  for (let i = 1; i < count; i++) text += ` ${vocabularies[language].draw(random)}`;
  return text;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
