import type { Calendar, FeedFault } from '@bocau/contract/calendar.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortDate } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import { useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useAttempt } from '../../../parts/notices/use-attempt.ts';
import styles from './subscriptions.module.css';

/** Below the name of a calendar that is read from an address: when it was, and why it was not. */
export function SubscriptionState({ calendar: { id, name, subscription } }: { calendar: Calendar }) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useCalendarModel();
  const { busy, run } = useAttempt();
  if (!subscription) return null;
  const { host, fault, read_at } = subscription;

  function notRead(why: FeedFault): string {
    return t('calendar.feed.notRead', { host, cause: t(`calendar.feed.faults.${why}`) });
  }

  async function again(): Promise<void> {
    await run(async () => {
      const { data } = await api.refreshSubscription({ params: { id } });
      model.changed();
      if (data.fault !== null) notify({ text: notRead(data.fault), tone: 'danger' });
    });
  }

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
            onClick={() => void again()}
          >
            {t('calendar.feed.again')}
          </button>
        </p>
      )}
    </div>
  );
}
