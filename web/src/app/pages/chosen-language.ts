import { changeLanguage, LANGUAGES, type Language } from '../../i18n/i18n.ts';
import type { SettingsModel } from '../../model/settings/settings-model.ts';

/** The language chosen here; the way to the account of one's company leads away from the page and back. */
const CHOSEN = 'bocau-chosen-language';

export function chooseLanguage(language: Language): void {
  sessionStorage.setItem(CHOSEN, language);
  void changeLanguage(language);
}

/** Who chooses a language here wants it in the mailbox too; without an answer it can be chosen again in the mailbox. */
export async function saveChosenLanguage(settings: SettingsModel): Promise<void> {
  const kept = sessionStorage.getItem(CHOSEN);
  const wanted = LANGUAGES.find((known) => known === kept);
  if (wanted) await settings.save({ language: wanted }).catch(() => undefined);
  sessionStorage.removeItem(CHOSEN);
}
