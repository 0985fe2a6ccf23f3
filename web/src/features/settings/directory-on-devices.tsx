import { useTranslation } from '../../i18n/use-translation.ts';
import { useKnownSettings } from '../../parts/settings/use-settings.ts';
import { ChoiceRow } from './choice-row.tsx';
import { useSaveAtOnce } from './use-save-at-once.ts';

/** CD-6: whether the person's devices have the directory of the domain as a book; applied at once. */
export function DirectoryOnDevices() {
  const { t } = useTranslation();
  const save = useSaveAtOnce();
  const { settings } = useKnownSettings();
  if (!settings) return null;
  return (
    <ChoiceRow
      label={t('serverInfo.directory.title')}
      hint={t('serverInfo.directory.hint')}
      options={(['shown', 'hidden'] as const).map((value) => ({
        value,
        label: t(`serverInfo.directory.${value}`),
      }))}
      value={settings.directory_on_devices ? 'shown' : 'hidden'}
      onChange={(value) => void save({ directory_on_devices: value === 'shown' })}
    />
  );
}
