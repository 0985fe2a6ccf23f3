import { useTranslation } from '../../../i18n/use-translation.ts';
import {
  CALENDAR_TASKS,
  calendarSearchAddressOf,
  calendarSearchAt,
  taskSearchAddressOf,
} from '../../../parts/calendar/calendar-address.ts';
import { ListSearch } from '../../../parts/finding/list-search.tsx';
import { useLocation } from '../../../router/router.tsx';
import styles from './found.module.css';
import { useFoundPlace } from './found-place.ts';

const TYPED_MS = 250;

/** CL-144 CL-160: finds events as the user types; beside the calendar, tasks. */
export function CalendarSearch() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const place = useFoundPlace();
  const isTasks = pathname === CALENDAR_TASKS;
  const home = isTasks ? CALENDAR_TASKS : '/calendar';
  const found = isTasks ? calendarSearchAt(search) || null : place?.kind === 'search' ? place.words : null;
  return (
    <ListSearch
      label={t(isTasks ? 'calendar.search.tasks' : 'calendar.search.label')}
      clearLabel={t('calendar.search.clear')}
      className={styles.field}
      typedMs={TYPED_MS}
      address={pathname + search}
      words={found}
      addressOf={(words) => {
        if (words === '') return home;
        return isTasks ? taskSearchAddressOf(words) : calendarSearchAddressOf(words);
      }}
    />
  );
}
