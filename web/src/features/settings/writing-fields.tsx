import { type ChosenSettings, SETTING_OPTIONS } from '@bocau/contract/settings.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ChoiceRow, SWITCH } from './choice-row.tsx';
import type { GeneralFields } from './general-fields.ts';

/** ST-6: each is a setting of its own, on or off. */
const QUESTIONS = [
  { field: 'outside', key: 'warning_send_outside' },
  { field: 'askOutside', key: 'ask_send_outside' },
  { field: 'followUp', key: 'propose_follow_up' },
  { field: 'spam', key: 'notice_spam' },
  { field: 'tracking', key: 'tracking' },
] as const;

/** What happens to written messages before they are sent. */
export function WritingFields({ shown, choose }: GeneralFields) {
  const { t } = useTranslation();
  return (
    <>
      <ChoiceRow
        field="delay"
        label={t('settingFields.delay.title')}
        hint={t('settingFields.delay.hint')}
        options={[
          { value: 'off', label: t('settingFields.delay.off') },
          ...SETTING_OPTIONS.time_delay_send.map((count) => ({
            value: String(count),
            label: t('settingFields.delay.seconds', { count }),
          })),
        ]}
        value={shown.enable_delay_send ? String(shown.time_delay_send) : 'off'}
        onChange={(value) => choose(delayOf(value))}
      />
      {QUESTIONS.map(({ field, key }) => (
        <ChoiceRow
          key={field}
          field={field}
          label={t(`settingFields.${field}.title`)}
          hint={t(`settingFields.${field}.hint`)}
          options={SWITCH.map((value) => ({ value, label: t(`settingFields.${value}`) }))}
          value={shown[key] ? 'on' : 'off'}
          onChange={(value) => choose({ [key]: value === 'on' })}
        />
      ))}
    </>
  );
}

/** ST-4: two settings that are one choice on the screen. Choosing no delay keeps the number of seconds. */
function delayOf(value: string): Partial<ChosenSettings> {
  const time_delay_send = SETTING_OPTIONS.time_delay_send.find((seconds) => String(seconds) === value);
  return time_delay_send ? { enable_delay_send: true, time_delay_send } : { enable_delay_send: false };
}
