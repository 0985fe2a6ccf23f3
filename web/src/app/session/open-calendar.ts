import { announceCalendarEvent } from '../../features/calendar/begin-calendar-act.ts';
import { createCalendarModel } from '../../model/calendar/create-calendar-model.ts';
import { openOnce } from './open-once.ts';

export const openCalendar = openOnce({
  create: createCalendarModel,
  announce: announceCalendarEvent,
  frame: 'calendar_changed',
});
