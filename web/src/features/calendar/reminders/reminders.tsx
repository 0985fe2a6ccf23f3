import { Suspense } from 'react';
import { loadCalendarWords } from '../../../i18n/calendar-words.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useReminders } from './use-reminders.ts';

const ReminderPanel = lazyPart(async () => {
  const [{ ReminderPanel: Part }] = await Promise.all([import('./reminder-panel.tsx'), loadCalendarWords()]);
  return Part;
}, 'on-demand');

/** CL-70: reminders of the calendar, in every room; all but the ear for them is loaded when the first one comes. */
export function RemindersOfRooms() {
  const { standing, answer } = useReminders();
  return (
    <Suspense fallback={null}>
      {standing !== null && <ReminderPanel standing={standing} onAnswer={answer} />}
    </Suspense>
  );
}
