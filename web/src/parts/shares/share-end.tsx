import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { DateField } from '../dates/date-field.tsx';
import { dayOf, endOfDay } from '../dates/local-days.ts';
import styles from './shares.module.css';

const DAYS_PROPOSED = 30;

/** Whether a share ends, and on which day. `first` is when it ends so far, null for never; left out, for a new one. */
export function useShareEnd(first?: number | null) {
  const [ends, setEnds] = useState(first !== null);
  const [today] = useState(() => dayOf(now() / 1000));
  const [day, setDay] = useState(() => dayOf(first ?? now() / 1000 + DAYS_PROPOSED * 24 * 3600));
  const [fault, setFault] = useState(false);

  /** The last second of the day, null for none; undefined where no day of now or later is chosen, which is said. */
  function read(): number | null | undefined {
    if (!ends) return null;
    const lastSecond = endOfDay(day);
    if (lastSecond !== null && day >= today) return lastSecond;
    setFault(true);
    return undefined;
  }

  return { ends, setEnds, today, day, setDay, fault, setFault, read };
}

export function ShareEnd({ end }: { end: ReturnType<typeof useShareEnd> }) {
  const { t } = useTranslation();
  return (
    <div className={styles.option}>
      <Checkbox
        label={t('shares.withEnd')}
        checked={end.ends}
        onChange={({ currentTarget }) => end.setEnds(currentTarget.checked)}
      />
      {end.ends && (
        <DateField
          label={t('shares.end')}
          value={end.day}
          min={end.today}
          lean={{ to: 'ahead', from: end.today }}
          onChange={(day) => {
            end.setDay(day);
            end.setFault(false);
          }}
        />
      )}
      {end.fault && (
        <p role="alert" className={styles.fault}>
          {t('shares.endMissing')}
        </p>
      )}
    </div>
  );
}
