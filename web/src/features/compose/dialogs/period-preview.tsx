import { ApiError } from '@bocau/contract/client.ts';
import type { PeriodicRule } from '@bocau/contract/messages.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { after } from '../../../lib/timers.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { usePlannedWords } from '../outgoing/use-planned-words.ts';
import styles from './dialogs.module.css';

const WAIT_MS = 250;
const SHOWN = 5;

/** The next dates, as the server computes them. */
export function PeriodPreview(props: { rule: PeriodicRule | null; fault: 'tooSoon' | 'incomplete' | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const planned = usePlannedWords();
  const text = props.rule === null ? '' : JSON.stringify(props.rule);
  const [asked, setAsked] = useState(text);
  useEffect(() => after(WAIT_MS, () => setAsked(text)), [text]);
  const { data, error } = useQuery({
    queryKey: ['periodic-preview', asked],
    queryFn: async ({ signal }) =>
      (await api.previewPeriodic({ body: JSON.parse(asked) as PeriodicRule }, signal)).data.next_dates,
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

  const fault =
    props.fault !== null
      ? t(`sending.periods.faults.${props.fault}`)
      : asked !== '' && error instanceof ApiError
        ? errorWords(t, error)
        : null;
  return (
    <div className={styles.preview} aria-live="polite">
      <h3>{t('sending.periods.next')}</h3>
      {fault !== null ? (
        <p role="alert">{fault}</p>
      ) : (
        <ol>
          {(data ?? []).slice(0, SHOWN).map((date) => (
            <li key={date}>{planned(date)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}
