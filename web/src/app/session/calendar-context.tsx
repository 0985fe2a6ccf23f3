import { type ReactNode, useMemo } from 'react';
import { CalendarModelContext } from '../../parts/calendar/use-calendar.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { openCalendar } from './open-calendar.ts';
import { useSession } from './session-context.ts';

/** The calendar of whoever is signed in, for the parts of the screen within. */
export function CalendarContext({ children }: { children: ReactNode }) {
  const session = useSessionModel();
  const { api } = useSession();
  const calendar = useMemo(() => openCalendar(session, api), [session, api]);
  return <CalendarModelContext value={calendar}>{children}</CalendarModelContext>;
}
