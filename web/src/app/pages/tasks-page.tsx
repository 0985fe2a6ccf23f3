import { useMemo } from 'react';
import { TasksScreen } from '../../features/calendar/tasks/tasks-screen.tsx';
import { TasksModelContext } from '../../parts/calendar/use-tasks.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { openTasks } from '../session/open-tasks.ts';
import { useSession } from '../session/session-context.ts';

/** The tasks of whoever is signed in, in the room of the calendar. */
export function TasksPage() {
  const session = useSessionModel();
  const { api } = useSession();
  const tasks = useMemo(() => openTasks(session, api), [session, api]);
  return (
    <TasksModelContext value={tasks}>
      <TasksScreen />
    </TasksModelContext>
  );
}
