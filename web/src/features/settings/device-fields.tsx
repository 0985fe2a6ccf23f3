import { useTranslation } from '../../i18n/use-translation.ts';
import { allowGestures, useGestures } from '../../parts/settings/gestures.ts';
import { ChoiceRow } from './choice-row.tsx';
import { NotificationSettings } from './notification-settings.tsx';

const SWIPE = ['on', 'off'] as const;

/** Settings of this device alone, applied at once. */
export function DeviceFields() {
  const { t } = useTranslation();
  const swipes = useGestures();
  return (
    <>
      {window.matchMedia('(pointer: coarse)').matches && (
        <ChoiceRow
          label={t('settings.swipe.title')}
          hint={t('settings.swipe.hint')}
          options={SWIPE.map((value) => ({ value, label: t(`settings.swipe.${value}`) }))}
          value={swipes ? 'on' : 'off'}
          onChange={(value) => allowGestures(value === 'on')}
        />
      )}
      <div data-setting="notifications" tabIndex={-1}>
        <NotificationSettings />
      </div>
    </>
  );
}
