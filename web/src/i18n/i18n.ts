import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { vi } from './vi.ts';
import type { viLater } from './vi-later.ts';

export const LANGUAGES = ['vi', 'en'] as const;
export const LANGUAGE_NAMES = { vi: 'Tiếng Việt', en: 'English' } as const;
export type Language = (typeof LANGUAGES)[number];

const REMEMBERED = 'bocau.language';

declare module 'i18next' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: typeof vi & typeof viLater };
  }
}

/** Vietnamese unless the user chose otherwise on this device. */
export function rememberedLanguage(): Language {
  return localStorage.getItem(REMEMBERED) === 'en' ? 'en' : 'vi';
}

/** The words of one language: the other one is not loaded before it is asked for. */
async function wordsOf(language: Language) {
  return language === 'en' ? (await import('./en.ts')).en : (await import('./vi.ts')).vi;
}

/** Those that no first screen needs. */
async function laterWordsOf(language: Language) {
  return language === 'en'
    ? (await import('./en-later.ts')).enLater
    : (await import('./vi-later.ts')).viLater;
}

let laterWords = false;

/** To be awaited by whoever loads the code of a part that speaks them. */
export async function loadLaterWords(): Promise<void> {
  laterWords = true;
  for (let language = ''; language !== i18next.language; ) {
    language = i18next.language;
    i18next.addResourceBundle(language, 'words', await laterWordsOf(language as Language));
  }
}

export async function startWords(): Promise<void> {
  const language = rememberedLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    // Both have every key, or they do not compile.
    fallbackLng: false,
    defaultNS: 'words',
    resources: { [language]: { words: await wordsOf(language) } },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(REMEMBERED, language);
  const [words, later] = await Promise.all([wordsOf(language), laterWords ? laterWordsOf(language) : {}]);
  i18next.addResourceBundle(language, 'words', { ...words, ...later });
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
