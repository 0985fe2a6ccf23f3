import { Suspense } from 'react';
import { CalendarScreen } from '../../features/calendar/calendar-screen.tsx';
import { loadCalendarTaskWords } from '../../i18n/calendar-words.ts';
import { CALENDAR_PATTERN } from '../../parts/calendar/calendar-address.ts';
import { useMatch } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CalendarContext } from '../session/calendar-context.tsx';

const TasksPage = lazyPart(async () => {
  const [{ TasksPage: Part }] = await Promise.all([import('./tasks-page.tsx'), loadCalendarTaskWords()]);
  return Part;
}, 'on-demand');

export function CalendarPage() {
  const isTasks = useMatch(CALENDAR_PATTERN)?.['view'] === 'tasks';
  return (
    <CalendarContext>
      {isTasks ? (
        <Suspense>
          <TasksPage />
        </Suspense>
      ) : (
        <CalendarScreen />
      )}
    </CalendarContext>
  );
}
