import type { Message } from '@bocau/contract/messages.ts';
import { IconAlertTriangle, IconCalendarRepeat, IconClock, IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureOfText } from '../../../model/compose/send-failures.ts';
import { failureWords } from './failure-words.ts';
import styles from './message-state.module.css';
import { PeriodActs } from './period-acts.tsx';
import { RecipientResults } from './recipient-results.tsx';
import { ScheduleActs } from './schedule-acts.tsx';
import { usePlannedWords } from './use-planned-words.ts';

const SHOWN_DATES = 3;

/** How far a letter of one's own has come, and what can be done about it. */
export function MessageState({ message }: { message: Message }) {
  const { t } = useTranslation();
  const planned = usePlannedWords();
  const { period, sending, intended_time: at } = message;

  if (message.status === 'sending_failed') {
    return (
      <div className={styles.state} data-tone="danger" role="alert">
        <IconAlertTriangle size={18} aria-hidden />
        <div className={styles.words}>
          <p>{t('sending.state.failed', { reason: failureWords(t, failureOfText(message.error_msg)) })}</p>
          {sending && <RecipientResults message={message} sending={sending} />}
        </div>
      </div>
    );
  }
  if (period) {
    return (
      <div className={styles.state}>
        <IconCalendarRepeat size={18} aria-hidden />
        <div className={styles.words}>
          <p>
            <strong>{t(`sending.state.period.${period.state}`)}</strong>
            {period.sent_count > 0 && ` · ${t('sending.state.sentCount', { count: period.sent_count })}`}
          </p>
          {period.state !== 'ended' && (
            <ol className={styles.dates} aria-label={t('sending.periods.next')}>
              {period.next_dates.slice(0, SHOWN_DATES).map((date) => (
                <li key={date}>{planned(date)}</li>
              ))}
            </ol>
          )}
          <PeriodActs message={message} period={period} />
        </div>
      </div>
    );
  }
  if (at !== null) {
    return (
      <div className={styles.state}>
        <IconClock size={18} aria-hidden />
        <div className={styles.words}>
          <p>
            <strong>{t('sending.state.scheduled', { time: planned(at) })}</strong>
          </p>
          <ScheduleActs messageId={message.id} at={at} />
        </div>
      </div>
    );
  }
  if (message.state === 'sending' || sending?.state === 'held') {
    return (
      <div className={styles.state} role="status">
        <IconLoader2 size={18} aria-hidden />
        <div className={styles.words}>
          <p>{t('sending.state.onItsWay')}</p>
        </div>
      </div>
    );
  }
  return sending && sending.recipients.length > 0 ? (
    <div className={styles.quiet}>
      <RecipientResults message={message} sending={sending} />
    </div>
  ) : null;
}
