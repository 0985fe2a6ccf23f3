import { ApiError } from '@bocau/contract/client.ts';
import { SETTING_OPTIONS } from '@bocau/contract/settings.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useKnownSettings, useSettingsModel } from '../../parts/settings/use-settings.ts';
import { ChoiceRow } from './choice-row.tsx';

/** What happens to messages that programs delete by POP3; applied at once. */
export function Pop3Deletion() {
  const { t } = useTranslation();
  const { save } = useSettingsModel();
  const { settings } = useKnownSettings();
  if (!settings) return null;

  async function choose(pop3_delete: (typeof SETTING_OPTIONS.pop3_delete)[number]): Promise<void> {
    try {
      await save({ pop3_delete });
      notify({ text: t('settings.saved') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const reason = errorWords(t, error);
      notify({ text: t('settings.saveFailed', { reason }), tone: 'danger', seconds: 8 });
    }
  }

  return (
    <ChoiceRow
      label={t('serverInfo.pop3Delete.title')}
      hint={t('serverInfo.pop3Delete.hint')}
      options={SETTING_OPTIONS.pop3_delete.map((value) => ({
        value,
        label: t(`serverInfo.pop3Delete.${value}`),
      }))}
      value={settings.pop3_delete}
      onChange={(value) => void choose(value)}
    />
  );
}
