import { admin as adminEn } from '@bocau/web/i18n/en/admin.ts';
import { drive as driveEn } from '@bocau/web/i18n/en/drive.ts';
import { en } from '@bocau/web/i18n/en.ts';
import { enLater } from '@bocau/web/i18n/en-later.ts';
import { createSay, type Say } from '@bocau/web/i18n/say.ts';
import { admin as adminVi } from '@bocau/web/i18n/vi/admin.ts';
import { drive as driveVi } from '@bocau/web/i18n/vi/drive.ts';
import { vi } from '@bocau/web/i18n/vi.ts';
import { viLater } from '@bocau/web/i18n/vi-later.ts';
import type { Language } from '../pages/words.ts';

const says: Record<Language, Say> = {
  vi: createSay('vi', { ...vi, ...viLater, drive: driveVi, admin: adminVi }),
  en: createSay('en', { ...en, ...enLater, drive: driveEn, admin: adminEn }),
};

/** The words of the screens themselves, which the pages of the help name by the same keys. */
export function screenWords(language: Language): Say {
  return says[language];
}
