import type { Calendar, FeedFault } from '@bocau/contract/calendar.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useAttempt } from '../../../parts/notices/use-attempt.ts';

/** Reads a calendar from its address now, and says what became of it. */
export function useRefreshNow({ id, name, subscription }: Calendar) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useCalendarModel();
  const { busy, run } = useAttempt();
  const host = subscription?.host ?? '';

  function notRead(why: FeedFault): string {
    return t('calendar.feed.notRead', { host, cause: t(`calendar.feed.faults.${why}`) });
  }

  async function refresh(): Promise<void> {
    await run(async () => {
      const { data } = await api.refreshSubscription({ params: { id } });
      await model.show();
      if (data.fault !== null) notify({ text: notRead(data.fault), tone: 'danger' });
      else notify({ text: t('calendar.feed.refreshed', { name }) });
    });
  }

  return { busy, refresh, notRead };
}
