import type { Spoken } from '../../../i18n/i18n.ts';
import { CALENDAR_PATTERN, calendarSearchAt } from '../../../parts/calendar/calendar-address.ts';
import { useLocation, useMatch } from '../../../router/router.tsx';

/** What is shown in place of days. */
export type FoundPlace = { kind: 'search'; words: string } | { kind: 'trash' } | null;

/** What the page is called then; a search without words by its field. */
export function foundTitle({ t }: Pick<Spoken, 't'>, place: NonNullable<FoundPlace>): string {
  if (place.kind === 'trash') return t('calendar.trash.title');
  return place.words === '' ? t('calendar.search.label') : t('calendar.search.found', { words: place.words });
}

export function useFoundPlace(): FoundPlace {
  const { search } = useLocation();
  const params = useMatch(CALENDAR_PATTERN) ?? {};
  if (params['view'] === 'trash') return { kind: 'trash' };
  return params['view'] === 'search' ? { kind: 'search', words: calendarSearchAt(search) } : null;
}
