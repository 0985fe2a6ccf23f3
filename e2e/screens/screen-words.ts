import { admin as adminEn } from '@bocau/web/i18n/en/admin.ts';
import { calendar as calendarEn } from '@bocau/web/i18n/en/calendar.ts';
import { drive as driveEn } from '@bocau/web/i18n/en/drive.ts';
import { threadDetail as threadDetailEn } from '@bocau/web/i18n/en/thread-detail.ts';
import { en } from '@bocau/web/i18n/en.ts';
import { enLater } from '@bocau/web/i18n/en-later.ts';
import { addWords, createSay, type Say, type WordTree } from '@bocau/web/i18n/say.ts';
import { admin as adminVi } from '@bocau/web/i18n/vi/admin.ts';
import { calendar as calendarVi } from '@bocau/web/i18n/vi/calendar.ts';
import { drive as driveVi } from '@bocau/web/i18n/vi/drive.ts';
import { threadDetail as threadDetailVi } from '@bocau/web/i18n/vi/thread-detail.ts';
import { vi } from '@bocau/web/i18n/vi.ts';
import { viLater } from '@bocau/web/i18n/vi-later.ts';
import type { Language } from '../pages/words.ts';

const says: Record<Language, Say> = {
  vi: sayOf('vi', [
    vi,
    viLater,
    { drive: driveVi, admin: adminVi, threadDetail: threadDetailVi, calendar: calendarVi },
  ]),
  en: sayOf('en', [
    en,
    enLater,
    { drive: driveEn, admin: adminEn, threadDetail: threadDetailEn, calendar: calendarEn },
  ]),
};

/** Groups with the same name are merged, as in the client. */
function sayOf(language: Language, parts: readonly WordTree[]): Say {
  const known: Record<string, string | WordTree> = {};
  for (const words of parts) addWords(known, words);
  return createSay(language, known);
}

/** The interface's own words, which the help pages refer to by the same keys. */
export function screenWords(language: Language): Say {
  return says[language];
}
