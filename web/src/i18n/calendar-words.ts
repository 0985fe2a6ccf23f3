import { type Language, loadWords } from './i18n.ts';
import type { WordTree } from './say.ts';

async function calendarWordsOf(language: Language): Promise<WordTree> {
  const { calendar } =
    language === 'en' ? await import('./en/calendar.ts') : await import('./vi/calendar.ts');
  return { calendar };
}

/** The texts of the calendar, to be loaded with any part that uses them. */
export const loadCalendarWords = () => loadWords(calendarWordsOf);
