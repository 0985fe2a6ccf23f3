import { Suspense, useMemo } from 'react';
import { CalendarScreen } from '../../features/calendar/calendar-screen.tsx';
import { loadCalendarTaskWords } from '../../i18n/calendar-words.ts';
import { CALENDAR_PATTERN } from '../../parts/calendar/calendar-address.ts';
import { TasksModelContext } from '../../parts/calendar/use-tasks.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { useMatch } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PartMissing } from '../../ui/part-missing.tsx';
import { CalendarContext } from '../session/calendar-context.tsx';
import { openTasks } from '../session/open-tasks.ts';
import { useSession } from '../session/session-context.ts';

const TasksScreen = lazyPart(
  async () => {
    const [{ TasksScreen: Part }] = await Promise.all([
      import('../../features/calendar/tasks/tasks-screen.tsx'),
      loadCalendarTaskWords(),
    ]);
    return Part;
  },
  'on-demand',
  PartMissing,
);

/** The calendar of whoever is signed in, and their tasks, which stand in it too. */
export function CalendarPage() {
  const isTasks = useMatch(CALENDAR_PATTERN)?.['view'] === 'tasks';
  const session = useSessionModel();
  const { api } = useSession();
  const tasks = useMemo(() => openTasks(session, api), [session, api]);
  return (
    <CalendarContext>
      <TasksModelContext value={tasks}>
        {isTasks ? (
          <Suspense>
            <TasksScreen />
          </Suspense>
        ) : (
          <CalendarScreen />
        )}
      </TasksModelContext>
    </CalendarContext>
  );
}
