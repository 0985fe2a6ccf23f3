import { SETTING_OPTIONS } from '@bocau/contract/settings.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useKnownSettings } from '../../parts/settings/use-settings.ts';
import { ChoiceRow } from './choice-row.tsx';
import { useSaveAtOnce } from './use-save-at-once.ts';

/** What happens to messages that programs delete by POP3; applied at once. */
export function Pop3Deletion() {
  const { t } = useTranslation();
  const save = useSaveAtOnce();
  const { settings } = useKnownSettings();
  if (!settings) return null;
  return (
    <ChoiceRow
      label={t('serverInfo.pop3Delete.title')}
      hint={t('serverInfo.pop3Delete.hint')}
      options={SETTING_OPTIONS.pop3_delete.map((value) => ({
        value,
        label: t(`serverInfo.pop3Delete.${value}`),
      }))}
      value={settings.pop3_delete}
      onChange={(value) => void save({ pop3_delete: value })}
    />
  );
}
