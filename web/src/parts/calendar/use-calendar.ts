import { createContext, useContext, useSyncExternalStore } from 'react';
import type { CalendarModel } from '../../model/calendar/calendar-model.ts';

export const CalendarModelContext = createContext<CalendarModel | null>(null);

export function useCalendarModel(): CalendarModel {
  const model = useContext(CalendarModelContext);
  if (!model) throw new Error('There is no calendar around this part of the screen');
  return model;
}

/** Reads from the model, and rerenders when what it read changes. */
export function useCalendar<T>(read: (model: CalendarModel) => T): T {
  const model = useCalendarModel();
  return useSyncExternalStore(model.subscribe, () => read(model));
}
