import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';
import { vi } from './vi.ts';

export const LANGUAGES = ['vi', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const REMEMBERED = 'bocau.language';

declare module 'i18next' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: typeof vi };
  }
}

/** Vietnamese unless the user chose otherwise on this device. */
export function rememberedLanguage(): Language {
  return localStorage.getItem(REMEMBERED) === 'en' ? 'en' : 'vi';
}

export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: rememberedLanguage(),
    fallbackLng: 'vi',
    defaultNS: 'words',
    resources: { vi: { words: vi }, en: { words: en } },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = i18next.language;
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(REMEMBERED, language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
