import { zoneWords } from '@bocau/contract/zone-words.ts';
import { Select } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import styles from './settings-form.module.css';
import { isZoneMeant, listZones } from './time-zones.ts';

/** At most this many are rendered; to find another one, users type more of its name. */
const SHOWN = 60;

export function TimeZoneField({ zone, onChange }: { zone: string; onChange(zone: string): void }) {
  const { t, language } = useTranslation();
  const id = useId();
  // Building all their names takes a while, so it happens only when the list is opened.
  const [wanted, setWanted] = useState(false);
  const zones = useMemo(
    () =>
      wanted
        ? listZones(zone, now() / 1000, language)
        : [{ zone, ...zoneWords(zone, now() / 1000, language) }],
    [wanted, zone, language],
  );
  const byName = new Map(zones.map((one) => [one.zone, one]));
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
      <Select
        id={id}
        className={styles.select}
        aria-describedby={`${id}-hint`}
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        nothingFoundMessage={t('settingFields.timeZone.none')}
        onFocus={() => setWanted(true)}
        data={zones.map(({ zone: value, place, offset }) => ({
          value,
          label: t('settingFields.timeZone.option', { place, offset }),
        }))}
        filter={({ options, search }) =>
          options
            .filter((option) => {
              const one = 'value' in option ? byName.get(option.value) : undefined;
              return one !== undefined && isZoneMeant(one, search);
            })
            .slice(0, SHOWN)
        }
        value={zone}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
      />
    </div>
  );
}
