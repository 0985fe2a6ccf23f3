import { SETTING_OPTIONS } from '@bocau/contract/settings.ts';
import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SPLITS, settingsOfSplit, splitOf } from '../../model/settings/split.ts';
import { APPEARANCES } from '../../ui/appearance.ts';
import { ChoiceRow } from './choice-row.tsx';
import type { GeneralFields } from './general-fields.ts';
import styles from './settings-form.module.css';
import { TimeZoneField } from './time-zone-field.tsx';

export function DisplayFields({ shown, choose }: GeneralFields) {
  const { t } = useTranslation();
  const perPageId = useId();
  return (
    <>
      <ChoiceRow
        field="language"
        label={t('settings.language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        value={shown.language}
        onChange={(language) => choose({ language })}
      />
      <ChoiceRow
        field="appearance"
        label={t('settings.appearance')}
        options={APPEARANCES.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
        value={shown.appearance}
        onChange={(appearance) => choose({ appearance })}
      />
      <ChoiceRow
        field="density"
        label={t('settings.density.title')}
        options={SETTING_OPTIONS.density.map((value) => ({ value, label: t(`settings.density.${value}`) }))}
        value={shown.density}
        onChange={(density) => choose({ density })}
      />
      <ChoiceRow
        field="conversations"
        label={t('settingFields.conversations.title')}
        hint={t('settingFields.conversations.hint')}
        options={(['on', 'off'] as const).map((value) => ({ value, label: t(`settingFields.${value}`) }))}
        value={shown.conversation_view ? 'on' : 'off'}
        onChange={(chosen) => choose({ conversation_view: chosen === 'on' })}
      />
      <div className={styles.row} data-setting="perPage">
        <label className={styles.label} htmlFor={perPageId}>
          {t('settings.perPage')}
        </label>
        <NativeSelect
          id={perPageId}
          className={styles.select}
          data={SETTING_OPTIONS.item_per_page.map((count) => ({
            value: String(count),
            label: t('settings.perPageOption', { count }),
          }))}
          value={String(shown.item_per_page)}
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value);
            const item_per_page = SETTING_OPTIONS.item_per_page.find((count) => count === chosen);
            if (item_per_page) choose({ item_per_page });
          }}
        />
      </div>
      <ChoiceRow
        field="split"
        label={t('settings.split.title')}
        hint={t('settings.split.hint')}
        options={SPLITS.map((value) => ({ value, label: t(`settings.split.${value}`) }))}
        value={splitOf(shown)}
        onChange={(split) => choose(settingsOfSplit(split))}
      />
      <TimeZoneField zone={shown.time_zone} onChange={(time_zone) => choose({ time_zone })} />
    </>
  );
}
