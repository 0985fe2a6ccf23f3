import { ApiError } from '@bocau/contract/client.ts';
import type { ChosenSettings } from '@bocau/contract/settings.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useSettingsModel } from '../../parts/settings/use-settings.ts';

/** Saves settings that have no form around them, and says whether it worked. */
export function useSaveAtOnce(): (change: Partial<ChosenSettings>) => Promise<void> {
  const { t } = useTranslation();
  const { save } = useSettingsModel();
  return async (change) => {
    try {
      await save(change);
      notify({ text: t('settings.saved') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const reason = errorWords(t, error);
      notify({ text: t('settings.saveFailed', { reason }), tone: 'danger', seconds: 8 });
    }
  };
}
