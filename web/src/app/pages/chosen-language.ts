import { changeLanguage, LANGUAGES, type Language } from '../../i18n/i18n.ts';
import type { SettingsModel } from '../../model/settings/settings-model.ts';

/**
 * The language chosen on the sign-in page; in sessionStorage, as single sign-on leaves the page and returns.
 */
const CHOSEN = 'bocau-chosen-language';

export function chooseLanguage(language: Language): void {
  sessionStorage.setItem(CHOSEN, language);
  void changeLanguage(language);
}

/** A language chosen here also applies to the mailbox; if saving fails, it can be chosen again there. */
export async function saveChosenLanguage(settings: SettingsModel): Promise<void> {
  const kept = sessionStorage.getItem(CHOSEN);
  const wanted = LANGUAGES.find((known) => known === kept);
  if (wanted) await settings.save({ language: wanted }).catch(() => undefined);
  sessionStorage.removeItem(CHOSEN);
}
