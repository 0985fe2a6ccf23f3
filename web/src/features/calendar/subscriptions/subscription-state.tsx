import type { Calendar } from '@bocau/contract/calendar.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortDate } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import styles from './subscriptions.module.css';
import { useRefreshNow } from './use-refresh-now.ts';

/** Below the name of a calendar that is read from an address: when it was, and why it was not. */
export function SubscriptionState({ calendar }: { calendar: Calendar }) {
  const { t } = useTranslation();
  const { busy, refresh, notRead } = useRefreshNow(calendar);
  const { name, subscription } = calendar;
  if (!subscription) return null;
  const { fault, read_at } = subscription;

  return (
    <div className={styles.state}>
      {read_at !== null && <p>{t('calendar.feed.readAt', { when: shortDate(read_at, now()) })}</p>}
      {fault !== null && (
        <p className={styles.fault}>
          {notRead(fault)}{' '}
          <button
            type="button"
            disabled={busy}
            aria-label={t('calendar.feed.againOf', { name })}
            onClick={() => void refresh()}
          >
            {t('calendar.feed.again')}
          </button>
        </p>
      )}
    </div>
  );
}
