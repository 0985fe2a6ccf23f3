import type { ApiClient } from '@bocau/contract/client.ts';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { announceCalendarEvent } from '../features/calendar/begin-calendar-act.ts';
import { CalendarScreen } from '../features/calendar/calendar-screen.tsx';
import { CalendarSidebar } from '../features/calendar/calendars/calendar-sidebar.tsx';
import { TasksScreen } from '../features/calendar/tasks/tasks-screen.tsx';
import { createCalendarModel } from '../model/calendar/create-calendar-model.ts';
import type { createFakeCalendar } from '../model/calendar/test-kit/fake-calendar.ts';
import type { ComposeModel } from '../model/compose/compose-model.ts';
import { createManualClock } from '../model/engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../model/engine/test-kit/memory-storage.ts';
import { createTasksModel } from '../model/tasks/create-tasks-model.ts';
import { CALENDAR_PATTERN } from '../parts/calendar/calendar-address.ts';
import { CalendarModelContext } from '../parts/calendar/use-calendar.ts';
import { TasksModelContext } from '../parts/calendar/use-tasks.ts';
import { ComposeContext, type LazyCompose } from '../parts/compose/lazy-compose.ts';
import { createRouter } from '../router/create-router.ts';
import { memoryEntries } from '../router/history.ts';
import { RouterProvider, useMatch } from '../router/router.tsx';
import { renderPart } from './render-part.tsx';

/** Renders the page of a calendar, as on a wide screen. */
export async function renderCalendar(
  server: ReturnType<typeof createFakeCalendar>,
  at: string,
  /** With a list of tasks in the room of the calendar. */
  tasksApi?: ApiClient,
  /** Of an earlier page on the same device. */
  storage = createMemoryStorage(),
) {
  const clock = createManualClock();
  const options = {
    ...{ clock, owner: 'an@saomai.example', tabId: 'tab' },
    online: { isOnline: () => true, onChange: () => () => undefined },
  };
  const calendar = createCalendarModel({ ...options, api: server.api, storage });
  const tasks = tasksApi
    ? createTasksModel({ ...options, api: tasksApi, storage: createMemoryStorage() })
    : null;
  calendar.onEvent(announceCalendarEvent);
  const router = createRouter([{ path: CALENDAR_PATTERN, component: CalendarPage }], memoryEntries(at));
  const openNew = vi.fn((_prefill: object) => null);
  const compose = { load: async () => ({ openNew }) as unknown as ComposeModel } as LazyCompose;
  const view = await renderPart(
    <ComposeContext value={compose}>
      <CalendarModelContext value={calendar}>
        <TasksModelContext value={tasks}>
          <RouterProvider router={router} starting={null} />
        </TasksModelContext>
      </CalendarModelContext>
    </ComposeContext>,
    { api: server.api },
  );
  const settle = () => act(() => clock.advance(10));
  await settle();
  const go = (to: string) => act(() => router.navigate(to));
  return { ...view, openNew, settle, go, place: () => router.shown().location.pathname };
}

function CalendarPage() {
  const isTasks = useMatch(CALENDAR_PATTERN)?.['view'] === 'tasks';
  return (
    <>
      <CalendarSidebar folded={false} inDrawer={false} />
      {isTasks ? <TasksScreen /> : <CalendarScreen />}
    </>
  );
}
