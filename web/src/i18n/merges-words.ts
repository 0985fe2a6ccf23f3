import { type Language, loadWords } from './i18n.ts';
import type { WordTree } from './say.ts';

async function mergesWordsOf(language: Language): Promise<WordTree> {
  const { merges } = language === 'en' ? await import('./en/merges.ts') : await import('./vi/merges.ts');
  return { merges };
}

/** The texts of mail merges, to be loaded with any part that uses them. */
export const loadMergesWords = () => loadWords(mergesWordsOf);
