import { IconCalendarPlus, IconChecklist } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMatch } from '../../router/router.tsx';
import { CALENDAR_PATTERN, calendarAt, NEW_TASK } from '../calendar/calendar-address.ts';
import { eventRequest } from '../calendar/event-request.ts';

/** CL-404: what one begins in the calendar, from anywhere. */
export function useCalendarActs(go: (to: string) => () => void) {
  const { t } = useTranslation();
  const shown = useMatch(CALENDAR_PATTERN);
  const isOfDays = shown !== null && (shown['view'] === undefined || calendarAt(shown).view !== null);
  return [
    {
      id: 'newEvent',
      ...{ words: t('keyboard.newEvent'), names: [t('keyboard.newEvent')] },
      icon: IconCalendarPlus,
      run() {
        eventRequest.set('new');
        // The days that are shown stay.
        if (!isOfDays) go('/calendar')();
      },
    },
    {
      id: 'newTask',
      ...{ words: t('keyboard.newTask'), names: [t('keyboard.newTask')] },
      icon: IconChecklist,
      run: go(NEW_TASK),
    },
  ] as const;
}
