import { type Language, loadWords } from './i18n.ts';
import type { WordTree } from './say.ts';

async function groupsWordsOf(language: Language): Promise<WordTree> {
  const { groups } = language === 'en' ? await import('./en/groups.ts') : await import('./vi/groups.ts');
  return { groups };
}

/** The texts of the groups of a domain, to be loaded with any part that uses them. */
export const loadGroupsWords = () => loadWords(groupsWordsOf);
