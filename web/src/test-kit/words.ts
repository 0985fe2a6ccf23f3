import { threadDetail as threadDetailEn } from '../i18n/en/thread-detail.ts';
import { en } from '../i18n/en.ts';
import { enLater } from '../i18n/en-later.ts';
import { type Language, learnWords, speak as speakKnown } from '../i18n/i18n.ts';
import { threadDetail as threadDetailVi } from '../i18n/vi/thread-detail.ts';
import { vi } from '../i18n/vi.ts';
import { viLater } from '../i18n/vi-later.ts';

/** Sets the language for everything rendered from here on, with the words of every screen. */
export function speak(language: Language): void {
  for (const words of [vi, viLater, { threadDetail: threadDetailVi }]) learnWords('vi', words);
  for (const words of [en, enLater, { threadDetail: threadDetailEn }]) learnWords('en', words);
  speakKnown(language);
}
