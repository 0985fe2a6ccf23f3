import { createStore } from '../lib/store.ts';
import { addWords, createSay, type Say, type WordTree, wordAt } from './say.ts';

export const LANGUAGES = ['vi', 'en'] as const;
export const LANGUAGE_NAMES = { vi: 'Tiếng Việt', en: 'English' } as const;
export type Language = (typeof LANGUAGES)[number];
/** `t` is a new function after each change of the language. */
export type Spoken = { readonly language: Language; readonly t: Say };

const REMEMBERED = 'bocau.language';

const known: Record<Language, Record<string, string | WordTree>> = { vi: {}, en: {} };
/** Texts for lists that show single messages instead of conversations. */
const ofMessages: Record<Language, Record<string, string>> = { vi: {}, en: {} };
const says: Record<Language, Say> = { vi: createSay('vi', known.vi), en: createSay('en', known.en) };
const saysOfMessages: Record<Language, Say> = {
  vi: createSay('vi', known.vi, ofMessages.vi),
  en: createSay('en', known.en, ofMessages.en),
};
let single = false;
export const spoken = createStore<Spoken>({ language: 'vi', t: says.vi });

/** For use outside components; those have useTranslation. */
export const say: Say = (key, values) => spoken.get().t(key, values);

/** Whether a text exists for a key that comes from outside the code. */
export function hasWords(key: string): boolean {
  return wordAt(known[spoken.get().language], key) !== undefined;
}

/** Vietnamese, unless the user chose otherwise on this device. */
export function rememberedLanguage(): Language {
  return localStorage.getItem(REMEMBERED) === 'en' ? 'en' : 'vi';
}

/** The texts of one language: the other language is not loaded until it is chosen. */
async function wordsOf(language: Language): Promise<WordTree> {
  return language === 'en' ? (await import('./en.ts')).en : (await import('./vi.ts')).vi;
}

/** Texts that no first screen needs. */
async function laterWordsOf(language: Language): Promise<WordTree> {
  return language === 'en'
    ? (await import('./en-later.ts')).enLater
    : (await import('./vi-later.ts')).viLater;
}

/**
 * Texts of an open conversation; loaded with the other later ones too, as messages also appear in previews
 * and dialogs.
 */
async function readingWordsOf(language: Language): Promise<WordTree> {
  const [{ threadDetail }, { attachments }] =
    language === 'en'
      ? await Promise.all([import('./en/thread-detail.ts'), import('./en/attachments.ts')])
      : await Promise.all([import('./vi/thread-detail.ts'), import('./vi/attachments.ts')]);
  return { threadDetail, attachments };
}

async function wordsOfMessages(language: Language): Promise<Record<string, string>> {
  const { singleMessages } =
    language === 'en' ? await import('./en/single-messages.ts') : await import('./vi/single-messages.ts');
  return singleMessages;
}

/** Switches the texts of lists between single messages and conversations. */
export async function speakOfMessages(on: boolean): Promise<void> {
  if (single === on) return;
  single = on;
  for (let language: Language | null = null; on && language !== spoken.get().language; ) {
    language = spoken.get().language;
    Object.assign(ofMessages[language], await wordsOfMessages(language));
  }
  if (single === on) speak(spoken.get().language);
}

type WordsOf = (language: Language) => Promise<WordTree>;
/** Loaders of additional texts, which are repeated for each language that is chosen later. */
const chunks = new Set<WordsOf>();

/** Await this together with the code of a part that uses these texts. */
export async function loadWords(of: WordsOf): Promise<void> {
  chunks.add(of);
  for (let language: Language | null = null; language !== spoken.get().language; ) {
    language = spoken.get().language;
    learnWords(language, await of(language));
  }
}

export const loadReadingWords = () => loadWords(readingWordsOf);

export async function loadLaterWords(): Promise<void> {
  await Promise.all([loadWords(laterWordsOf), loadReadingWords()]);
}

export function learnWords(language: Language, words: WordTree): void {
  addWords(known[language], words);
}

export async function startWords(): Promise<void> {
  const language = rememberedLanguage();
  // Set first: whatever is loaded meanwhile is loaded in the same language.
  speak(language);
  learnWords(language, await wordsOf(language));
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(REMEMBERED, language);
  const [ofSingle, ...words] = await Promise.all([
    single ? wordsOfMessages(language) : {},
    ...[wordsOf, ...chunks].map((of) => of(language)),
  ]);
  Object.assign(ofMessages[language], ofSingle);
  for (const each of words) learnWords(language, each);
  speak(language);
}

/** Switches to a language whose texts are loaded. */
export function speak(language: Language): void {
  document.documentElement.lang = language;
  spoken.set({ language, t: (single ? saysOfMessages : says)[language] });
}
