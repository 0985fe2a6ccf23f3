import { type Language, loadWords } from './i18n.ts';
import type { WordTree } from './say.ts';

async function calendarWordsOf(language: Language): Promise<WordTree> {
  const { calendar } =
    language === 'en' ? await import('./en/calendar.ts') : await import('./vi/calendar.ts');
  return { calendar };
}

/** The texts of the calendar, to be loaded with any part that uses them. */
export const loadCalendarWords = () => loadWords(calendarWordsOf);

async function calendarImportWordsOf(language: Language): Promise<WordTree> {
  const { calendarImport } =
    language === 'en' ? await import('./en/calendar-import.ts') : await import('./vi/calendar-import.ts');
  return { calendarImport };
}

/** The texts of the import of events, to be loaded with its dialog. */
export const loadCalendarImportWords = () => loadWords(calendarImportWordsOf);

async function calendarTaskWordsOf(language: Language): Promise<WordTree> {
  const { tasks } =
    language === 'en' ? await import('./en/calendar-tasks.ts') : await import('./vi/calendar-tasks.ts');
  return { tasks };
}

/** The texts of tasks, to be loaded with their list. */
export const loadCalendarTaskWords = () => loadWords(calendarTaskWordsOf);
async function calendarLinkWordsOf(language: Language): Promise<WordTree> {
  const { calendarLinks } =
    language === 'en' ? await import('./en/calendar-links.ts') : await import('./vi/calendar-links.ts');
  return { calendarLinks };
}

/** The texts of secret links, to be loaded with the dialog that shares a calendar. */
export const loadCalendarLinkWords = () => loadWords(calendarLinkWordsOf);

async function calendarFeedWordsOf(language: Language): Promise<WordTree> {
  const { calendarFeeds } =
    language === 'en' ? await import('./en/calendar-feeds.ts') : await import('./vi/calendar-feeds.ts');
  return { calendarFeeds };
}

/** The texts of calendars that are read from addresses, to be loaded with any part that uses them. */
export const loadCalendarFeedWords = () => loadWords(calendarFeedWordsOf);
