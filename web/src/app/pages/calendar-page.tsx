import { CalendarScreen } from '../../features/calendar/calendar-screen.tsx';
import { CalendarContext } from '../session/calendar-context.tsx';

export function CalendarPage() {
  return (
    <CalendarContext>
      <CalendarScreen />
    </CalendarContext>
  );
}
