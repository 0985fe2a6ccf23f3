import { useEffect, useMemo } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DayRange } from '../../../model/calendar/calendar-model.ts';
import { keyOf } from '../../../model/calendar/calendar-noun.ts';
import { spanOf } from '../../../model/calendar/occurrence-times.ts';
import { useCalendar, useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { BUILT_IN, builtInCalendar, builtInEvents } from './built-in-events.ts';

/** Holidays and birthdays of the days that are shown, unless they are hidden. */
export function useBuiltInEvents({ from, to, zone }: DayRange, hidden: ReadonlySet<string>) {
  const spoken = useTranslation();
  const model = useCalendarModel();
  const birthdays = useCalendar((reader) => reader.birthdays());
  const isWanted = !hidden.has('birthdays');
  useEffect(() => {
    if (isWanted) void model.readBirthdays();
  }, [model, isWanted]);
  return useMemo(() => {
    const calendars = new Map(BUILT_IN.map((id) => [id as string, builtInCalendar(id, spoken)]));
    return builtInEvents({ from, to }, birthdays, spoken)
      .map(({ occurrence }) => occurrence)
      .filter(({ calendar_id }) => !hidden.has(calendar_id))
      .map((one) => ({
        ...{ key: keyOf(one), one, span: spanOf(one, zone) },
        calendar: calendars.get(one.calendar_id) ?? null,
      }));
  }, [from, to, zone, birthdays, hidden, spoken]);
}
