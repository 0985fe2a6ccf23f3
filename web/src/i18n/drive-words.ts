import { type Language, loadWords } from './i18n.ts';
import type { WordTree } from './say.ts';

async function driveWordsOf(language: Language): Promise<WordTree> {
  const { drive } = language === 'en' ? await import('./en/drive.ts') : await import('./vi/drive.ts');
  return { drive };
}

/** The texts of the drive, to be loaded with any part that uses them. */
export const loadDriveWords = () => loadWords(driveWordsOf);
