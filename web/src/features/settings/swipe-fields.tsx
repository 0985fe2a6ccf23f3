import { SETTING_OPTIONS } from '@bocau/contract/settings.ts';
import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { GeneralFields } from './general-fields.ts';
import styles from './settings-form.module.css';

const SIDES = ['left', 'right'] as const;

/** TL-25: what drawing a row to a side does. */
export function SwipeFields({ shown, choose }: GeneralFields) {
  const { t } = useTranslation();
  const id = useId();
  return SIDES.map((side) => (
    <div
      key={side}
      className={styles.row}
      data-setting={side === 'left' ? 'swipes' : undefined}
      tabIndex={side === 'left' ? -1 : undefined}
    >
      <label className={styles.label} htmlFor={id + side}>
        {t(`settings.swipe.${side}`)}
      </label>
      <NativeSelect
        id={id + side}
        className={styles.select}
        data={SETTING_OPTIONS.swipe.map((value) => ({ value, label: t(`settings.swipe.does.${value}`) }))}
        value={shown[`swipe_${side}`]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = SETTING_OPTIONS.swipe.find((option) => option === value);
          if (chosen) choose({ [`swipe_${side}`]: chosen });
        }}
      />
    </div>
  ));
}
