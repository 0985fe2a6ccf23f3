import { useTranslation } from '../../../i18n/use-translation.ts';
import { calendarSearchAddressOf } from '../../../parts/calendar/calendar-address.ts';
import { ListSearch } from '../../../parts/finding/list-search.tsx';
import { useLocation } from '../../../router/router.tsx';
import styles from './found.module.css';
import { useFoundPlace } from './found-place.ts';

const TYPED_MS = 250;

/** CL-144: finds events as the user types. */
export function CalendarSearch() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const place = useFoundPlace();
  return (
    <ListSearch
      label={t('calendar.search.label')}
      clearLabel={t('calendar.search.clear')}
      className={styles.field}
      typedMs={TYPED_MS}
      address={pathname + search}
      words={place?.kind === 'search' ? place.words : null}
      addressOf={(words) => (words === '' ? '/calendar' : calendarSearchAddressOf(words))}
    />
  );
}
