import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { ZoneSelect } from '../../parts/dates/zone-select.tsx';
import styles from './settings-form.module.css';

export function TimeZoneField({ zone, onChange }: { zone: string; onChange(zone: string): void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles.row} data-setting="timeZone">
      <div className={styles.about}>
        <label className={styles.label} htmlFor={id}>
          {t('settingFields.timeZone.title')}
        </label>
        <span className={styles.hint} id={`${id}-hint`}>
          {t('settingFields.timeZone.hint')}
        </span>
      </div>
      <ZoneSelect
        id={id}
        className={styles.select}
        describedBy={`${id}-hint`}
        zone={zone}
        at={Math.floor(now() / 1000)}
        onChange={onChange}
      />
    </div>
  );
}
