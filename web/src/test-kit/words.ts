import { en } from '../i18n/en.ts';
import { enLater } from '../i18n/en-later.ts';
import { type Language, learnWords, speak as speakKnown } from '../i18n/i18n.ts';
import { vi } from '../i18n/vi.ts';
import { viLater } from '../i18n/vi-later.ts';

/** The language of what is rendered from here on, with the words of every screen. */
export function speak(language: Language): void {
  for (const words of [vi, viLater]) learnWords('vi', words);
  for (const words of [en, enLater]) learnWords('en', words);
  speakKnown(language);
}
