import { zoneWords } from '@bocau/contract/zone-words.ts';
import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isZoneMeant, listZones } from './time-zones.ts';

/** At most this many are rendered; to find another one, users type more of its name. */
const SHOWN = 60;

type Props = {
  id?: string;
  label?: string;
  describedBy?: string;
  className?: string | undefined;
  zone: string;
  /** When it is that the distance from UTC is told of, in Unix seconds. */
  at: number;
  onChange(zone: string): void;
};

/** A time zone, found by the name of its place without accents. */
export function ZoneSelect({ id, label, describedBy, className, zone, at, onChange }: Props) {
  const { t, language } = useTranslation();
  // Building all their names takes a while, so it happens only when the list is opened.
  const [wanted, setWanted] = useState(false);
  const zones = useMemo(
    () => (wanted ? listZones(zone, at, language) : [{ zone, ...zoneWords(zone, at, language) }]),
    [wanted, zone, at, language],
  );
  const byName = new Map(zones.map((one) => [one.zone, one]));
  return (
    <Select
      id={id}
      label={label}
      className={className}
      aria-describedby={describedBy}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage={t('settingFields.timeZone.none')}
      onFocus={() => setWanted(true)}
      // Enter chooses; with text that is no zone it must not submit the form around it.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
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
  );
}
