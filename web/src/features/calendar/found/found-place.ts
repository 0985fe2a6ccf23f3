import { CALENDAR_PATTERN, calendarSearchAt } from '../../../parts/calendar/calendar-address.ts';
import { useLocation, useMatch } from '../../../router/router.tsx';

/** What is shown in place of days. */
export type FoundPlace = { kind: 'search'; words: string } | { kind: 'trash' } | null;

export function useFoundPlace(): FoundPlace {
  const { search } = useLocation();
  const params = useMatch(CALENDAR_PATTERN) ?? {};
  if (params['view'] === 'trash') return { kind: 'trash' };
  return params['view'] === 'search' ? { kind: 'search', words: calendarSearchAt(search) } : null;
}
