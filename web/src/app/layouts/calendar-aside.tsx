import type { ComponentProps } from 'react';
import { CalendarSidebar } from '../../features/calendar/calendars/calendar-sidebar.tsx';
import { CalendarContext } from '../session/calendar-context.tsx';

export function CalendarAside(props: ComponentProps<typeof CalendarSidebar>) {
  return (
    <CalendarContext>
      <CalendarSidebar {...props} />
    </CalendarContext>
  );
}
