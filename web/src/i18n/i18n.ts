import { createStore } from '../lib/store.ts';
import { addWords, createSay, type Say, type WordTree, wordAt } from './say.ts';

export const LANGUAGES = ['vi', 'en'] as const;
export const LANGUAGE_NAMES = { vi: 'Tiếng Việt', en: 'English' } as const;
export type Language = (typeof LANGUAGES)[number];
/** `t` is another function after the language was changed. */
export type Spoken = { readonly language: Language; readonly t: Say };

const REMEMBERED = 'bocau.language';

const known: Record<Language, Record<string, string | WordTree>> = { vi: {}, en: {} };
/** Sentences of lists that show single messages. */
const ofMessages: Record<Language, Record<string, string>> = { vi: {}, en: {} };
const says: Record<Language, Say> = { vi: createSay('vi', known.vi), en: createSay('en', known.en) };
const saysOfMessages: Record<Language, Say> = {
  vi: createSay('vi', known.vi, ofMessages.vi),
  en: createSay('en', known.en, ofMessages.en),
};
let single = false;
export const spoken = createStore<Spoken>({ language: 'vi', t: says.vi });

/** For what is said outside of components; those have useTranslation. */
export const say: Say = (key, values) => spoken.get().t(key, values);

/** Whether there are words for a name that comes from elsewhere. */
export function hasWords(key: string): boolean {
  return wordAt(known[spoken.get().language], key) !== undefined;
}

/** Vietnamese unless the user chose otherwise on this device. */
export function rememberedLanguage(): Language {
  return localStorage.getItem(REMEMBERED) === 'en' ? 'en' : 'vi';
}

/** The words of one language: the other one is not loaded before it is asked for. */
async function wordsOf(language: Language): Promise<WordTree> {
  return language === 'en' ? (await import('./en.ts')).en : (await import('./vi.ts')).vi;
}

/** Those that no first screen needs. */
async function laterWordsOf(language: Language): Promise<WordTree> {
  return language === 'en'
    ? (await import('./en-later.ts')).enLater
    : (await import('./vi-later.ts')).viLater;
}

/** Those of conversations that are open; with the others that come later, as messages stand in previews and dialogs, too. */
async function readingWordsOf(language: Language): Promise<WordTree> {
  const { threadDetail } =
    language === 'en' ? await import('./en/thread-detail.ts') : await import('./vi/thread-detail.ts');
  return { threadDetail };
}

async function wordsOfMessages(language: Language): Promise<Record<string, string>> {
  const { singleMessages } =
    language === 'en' ? await import('./en/single-messages.ts') : await import('./vi/single-messages.ts');
  return singleMessages;
}

/** Lists count and name messages from here on, or conversations. */
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
/** What was loaded beside the first words, and is with each language that is chosen later. */
const chunks = new Set<WordsOf>();

/** To be awaited by whoever loads the code of a part that speaks them. */
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
  // At once: what is fetched while these come is fetched in the same language.
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

/** The language of what is said from here on; its words are known by now. */
export function speak(language: Language): void {
  document.documentElement.lang = language;
  spoken.set({ language, t: (single ? saysOfMessages : says)[language] });
}
