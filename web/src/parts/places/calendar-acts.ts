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
  const shown = useDaysShown();
  return [
    {
      id: 'newEvent',
      ...{ words: t('keyboard.newEvent'), names: [t('keyboard.newEvent')] },
      icon: IconCalendarPlus,
      run() {
        eventRequest.set('new');
        // The days that are shown stay.
        if (!shown) go('/calendar')();
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
  const shown = useDaysShown();
  if (!shown) return [];
  const { view, day } = shown;
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

/** What the address says of the days that are shown; null elsewhere, in the calendar's other rooms too. */
function useDaysShown(): ReturnType<typeof calendarAt> | null {
  const at = useMatch(CALENDAR_PATTERN);
  if (!at) return null;
  const shown = calendarAt(at);
  return at['view'] === undefined || shown.view !== null ? shown : null;
}
