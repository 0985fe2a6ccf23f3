import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { DateField } from '../dates/date-field.tsx';
import { dayOf, endOfDay, writtenDay } from '../dates/local-days.ts';
import { latestLinkDay } from './latest-link-day.ts';
import styles from './shares.module.css';

const DAYS_PROPOSED = 30;

/**
 * Whether a share expires, and on which day. `first`: the current expiry, null for never; left out for a new
 * share. `days`: the maximum duration of a link by the organisation's rules.
 */
export function useShareEnd(first?: number | null, days: number | null = null) {
  const [wanted, setEnds] = useState(first !== null);
  const [today] = useState(() => dayOf(now() / 1000));
  const [proposed] = useState(() => dayOf(first ?? now() / 1000 + DAYS_PROPOSED * 24 * 3600));
  const [chosen, setDay] = useState<string | null>(null);
  const [fault, setFault] = useState(false);

  const latest = latestLinkDay(days, now() / 1000);
  const ends = wanted || latest !== null;
  const day = chosen ?? (latest !== null && proposed > latest ? latest : proposed);

  /**
   * The last second of the day, null for none; undefined if no valid day from today on is chosen, which is
   * shown as an error.
   */
  function read(): number | null | undefined {
    if (!ends) return null;
    const lastSecond = endOfDay(day);
    if (lastSecond !== null && day >= today && (latest === null || day <= latest)) return lastSecond;
    setFault(true);
    return undefined;
  }

  return { ends, setEnds, today, latest, days, day, setDay, fault, setFault, read };
}

export function ShareEnd({ end }: { end: ReturnType<typeof useShareEnd> }) {
  const { t } = useTranslation();
  return (
    <div className={styles.option}>
      <Checkbox
        label={t('shares.withEnd')}
        description={end.days === null ? undefined : t('shares.endNeeded', { count: end.days })}
        checked={end.ends}
        disabled={end.days !== null}
        onChange={({ currentTarget }) => end.setEnds(currentTarget.checked)}
      />
      {end.ends && (
        <DateField
          label={t('shares.end')}
          value={end.day}
          min={end.today}
          {...(end.latest === null ? {} : { max: end.latest })}
          lean={{ to: 'ahead', from: end.today }}
          onChange={(day) => {
            end.setDay(day);
            end.setFault(false);
          }}
        />
      )}
      {end.fault && (
        <p role="alert" className={styles.fault}>
          {end.latest === null
            ? t('shares.endMissing')
            : t('shares.endOutside', { day: writtenDay(end.latest) })}
        </p>
      )}
    </div>
  );
}
