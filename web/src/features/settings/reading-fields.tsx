import { SETTING_OPTIONS } from '@bocau/contract/settings.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ChoiceRow, SWITCH } from './choice-row.tsx';
import type { GeneralFields } from './general-fields.ts';
import { ImageSenders } from './image-senders.tsx';

/** What received messages may load, and bring into the calendar. */
export function ReadingFields({ shown, choose }: GeneralFields) {
  const { t } = useTranslation();
  return (
    <>
      <ChoiceRow
        field="images"
        label={t('settings.images.title')}
        hint={t('settings.images.hint')}
        options={SETTING_OPTIONS.remote_images.map((value) => ({
          value,
          label: t(`settings.images.${value}`),
        }))}
        value={shown.remote_images}
        onChange={(remote_images) => choose({ remote_images })}
      />
      <ImageSenders list={shown.image_senders} onChange={(image_senders) => choose({ image_senders })} />
      <ChoiceRow
        label={t('settings.invitations.title')}
        hint={t('settings.invitations.hint')}
        options={SETTING_OPTIONS.invitations_in_calendar.map((value) => ({
          value,
          label: t(`settings.invitations.${value}`),
        }))}
        value={shown.invitations_in_calendar}
        onChange={(invitations_in_calendar) => choose({ invitations_in_calendar })}
      />
      <ChoiceRow
        field="invoices"
        label={t('settingFields.invoices.title')}
        hint={t('settingFields.invoices.hint')}
        options={SWITCH.map((value) => ({ value, label: t(`settingFields.${value}`) }))}
        value={shown.show_invoices ? 'on' : 'off'}
        onChange={(value) => choose({ show_invoices: value === 'on' })}
      />
    </>
  );
}
