import type { Calendar } from '@bocau/contract/calendar.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortDate } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import { useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useAttempt } from '../../../parts/notices/use-attempt.ts';
import styles from './subscriptions.module.css';
import { useRereadSubscriptions, useSubscription } from './use-subscriptions.ts';

/** Below the name of a calendar that is read from an address: when it was, and why it was not. */
export function SubscriptionState({ calendar: { id, name } }: { calendar: Calendar }) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useCalendarModel();
  const reread = useRereadSubscriptions();
  const { busy, run } = useAttempt();
  const state = useSubscription(id);
  if (!state) return null;
  const { host, fault, read_at } = state;

  async function again(): Promise<void> {
    await run(async () => {
      await api.refreshSubscription({ params: { id } });
      model.changed();
      await reread();
    });
  }

  return (
    <div className={styles.state}>
      {read_at !== null && <p>{t('calendarFeeds.readAt', { when: shortDate(read_at, now()) })}</p>}
      {fault !== null && (
        <p className={styles.fault}>
          {t('calendarFeeds.notRead', { host, cause: t(`calendarFeeds.faults.${fault}`) })}{' '}
          <button
            type="button"
            disabled={busy}
            aria-label={t('calendarFeeds.againOf', { name })}
            onClick={() => void again()}
          >
            {t('calendarFeeds.again')}
          </button>
        </p>
      )}
    </div>
  );
}
