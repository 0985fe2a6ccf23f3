import type { Calendar } from '@bocau/contract/calendar.ts';
import { loadCalendarFeedWords } from '../../../i18n/calendar-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useAttempt } from '../../../parts/notices/use-attempt.ts';

/** Removes a calendar that is read from an address; undone, it is read from there again. */
export function useStopFollowing({ id, name }: Pick<Calendar, 'id' | 'name'>): () => Promise<void> {
  const { t } = useTranslation();
  const api = useApi();
  const model = useCalendarModel();
  const { run } = useAttempt();
  const params = { id };

  async function putBack(): Promise<void> {
    await run(async () => {
      await api.restoreSubscription({ params });
      await model.show();
      notify({ text: t('calendarFeeds.putBack', { name }) });
    });
  }

  return async () => {
    await run(async () => {
      await Promise.all([api.endSubscription({ params }), loadCalendarFeedWords()]);
      // Until it is gone nobody undoes by its line, nor opens its menu, which would go with it.
      await model.show();
      notify({ text: t('calendarFeeds.stopped', { name }), undo: putBack });
    });
  };
}
