import { type CSSProperties, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { hiddenCalendars, toggleCalendar } from '../calendar-requests.ts';
import styles from '../calendars/calendar-sidebar.module.css';
import { BUILT_IN, builtInCalendar } from './built-in-events.ts';

/** The calendars that come with the program: shown or hidden, and never changed. */
export function BuiltInList() {
  const hidden = useSyncExternalStore(hiddenCalendars.subscribe, hiddenCalendars.get);
  const spoken = useTranslation();
  return (
    <>
      <div className={styles.heading}>
        <h2>{spoken.t('calendar.builtIn.title')}</h2>
      </div>
      <ul className={styles.calendars}>
        {BUILT_IN.map((id) => {
          const { name, color } = builtInCalendar(id, spoken);
          return (
            <li key={id} style={{ '--event': color } as CSSProperties}>
              <label>
                <input type="checkbox" checked={!hidden.has(id)} onChange={() => toggleCalendar(id)} />
                <span>{name}</span>
              </label>
            </li>
          );
        })}
      </ul>
    </>
  );
}
