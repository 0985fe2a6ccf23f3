import { shownAt } from '@bocau/contract/zoned-time.ts';
import { IconCalendar, IconCalendarPlus, IconChecklist } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dayOfWall } from '../../lib/calendar-days.ts';
import { now } from '../../lib/timers.ts';
import { useMatch } from '../../router/router.tsx';
import {
  CALENDAR_PATTERN,
  CALENDAR_VIEWS,
  calendarAddressOf,
  calendarAt,
  NEW_TASK,
} from '../calendar/calendar-address.ts';
import { eventRequest } from '../calendar/event-request.ts';
import { rememberView } from '../calendar/kept-view.ts';
import { useSettings } from '../settings/use-settings.ts';

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

/** CL-407: today, and the ways to see it, where days of the calendar are shown. */
export function useCalendarViews(go: (to: string) => () => void) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const shown = useMatch(CALENDAR_PATTERN);
  if (shown === null || (shown['view'] !== undefined && calendarAt(shown).view === null)) return [];
  const { view, day } = calendarAt(shown);
  const today = dayOfWall(shownAt(now(), zone));
  const ways = CALENDAR_VIEWS.map((way) => ({
    id: `calendar-${way}`,
    words: t(`calendar.views.${way}`),
    icon: IconCalendar,
    run() {
      rememberView(way);
      go(calendarAddressOf(way, day ?? today))();
    },
  }));
  const toToday = view === null ? '/calendar' : calendarAddressOf(view, today);
  return [
    { id: 'calendar-today', words: t('calendar.today'), icon: IconCalendar, run: go(toToday) },
    ...ways,
  ];
}
