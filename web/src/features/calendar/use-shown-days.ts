import { useMemo } from 'react';
import { dayOfWall } from '../../lib/calendar-days.ts';
import {
  CALENDAR_PATTERN,
  type CalendarViewName,
  calendarAddressOf,
  calendarAt,
} from '../../parts/calendar/calendar-address.ts';
import { readView, rememberView } from '../../parts/calendar/kept-view.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { useMatch, useNavigate } from '../../router/router.tsx';
import { PHONE } from '../../ui/breakpoints.ts';
import { useMedia } from '../../ui/use-media.ts';
import { daysOfView } from './calendar-range.ts';
import { useCalendarChoices } from './choices/calendar-choices.ts';
import { useNow } from './use-now.ts';

export type ShownDays = {
  zone: string;
  view: CalendarViewName;
  /** The day that the view is about. */
  day: string;
  days: readonly string[];
  today: string;
  /** The time on the person's wall. */
  now: number;
  /** `isGlance`: the view is not the one that is shown the next time. */
  show(view: CalendarViewName, day: string, isGlance?: boolean): void;
};

/** What the address shows, for the calendar and what stands beside it. */
export function useShownDays(): ShownDays {
  const { time_zone: zone } = useSettings();
  const isPhone = useMedia(PHONE);
  const navigate = useNavigate();
  const now = useNow(zone);
  const today = dayOfWall(now);
  const at = calendarAt(useMatch(CALENDAR_PATTERN) ?? {});
  const view = at.view ?? readView(isPhone);
  const day = at.day ?? today;
  const { weekStart } = useCalendarChoices();
  const days = useMemo(() => daysOfView(view, day, weekStart), [view, day, weekStart]);
  return {
    ...{ zone, view, day, days, today, now },
    show(next, of, isGlance = false) {
      if (next !== view && !isGlance) rememberView(next);
      void navigate(calendarAddressOf(next, of));
    },
  };
}
