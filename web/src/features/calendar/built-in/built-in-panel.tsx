import type { Occurrence } from '@bocau/contract/calendar.ts';
import { Button } from '@mantine/core';
import { IconAddressBook, IconCalendar, IconClock, IconEyeOff, IconMoon } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dayOfWall } from '../../../lib/calendar-days.ts';
import { spanOf } from '../../../model/calendar/occurrence-times.ts';
import { useCalendar } from '../../../parts/calendar/use-calendar.ts';
import { cardAddressOf } from '../../../parts/contacts/contact-address.ts';
import { useNavigate } from '../../../router/router.tsx';
import { hiddenCalendars, hideCalendars } from '../calendar-requests.ts';
import { spanWords } from '../calendar-words.ts';
import { CalendarPopup } from '../event/calendar-popup.tsx';
import styles from '../event/event-panel.module.css';
import { lunarOf, lunarWords } from '../lunar/lunar-days.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import { builtInCalendar, builtInEvents } from './built-in-events.ts';

type Props = { screen: CalendarScreenState; one: Occurrence; anchor: HTMLElement | null };

/** A holiday or a birthday: what it is, and nothing to change. */
export function BuiltInPanel({ screen, one, anchor }: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  const navigate = useNavigate();
  const birthdays = useCalendar((reader) => reader.birthdays());
  const day = dayOfWall(one.at * 1000);
  const found = builtInEvents({ from: day, to: day }, birthdays, spoken).find(
    ({ occurrence }) => occurrence.event_id === one.event_id,
  );
  const { holiday, birthday } = found ?? {};
  const lunar = lunarOf(day);
  const { name, color } = builtInCalendar(birthday ? 'birthdays' : 'holidays', spoken);
  return (
    <CalendarPopup
      anchor={anchor?.isConnected ? anchor : null}
      label={t('calendar.event.label')}
      onClose={() => screen.open(null)}
    >
      <div className={styles.panel}>
        <h2 className={styles.title}>
          <i style={{ '--event': color } as CSSProperties} aria-hidden />
          {one.title}
        </h2>
        <ul className={styles.facts}>
          <li>
            <IconClock size={18} />
            <div>
              <b>{spanWords(spoken, spanOf(one, screen.zone), one.kind)}</b>
              {birthday?.age != null && <small>{t('calendar.builtIn.age', { count: birthday.age })}</small>}
            </div>
          </li>
          {lunar && (
            <li>
              <IconMoon size={18} />
              <div>
                {lunarWords(lunar, spoken)}
                {birthday?.card.lunar && <small>{t('calendar.builtIn.lunarBirthday')}</small>}
              </div>
            </li>
          )}
          <li>
            <IconCalendar size={18} />
            <div>
              {name}
              {holiday && <small>{t(`calendar.builtIn.${holiday.isOff ? 'dayOff' : 'observed'}`)}</small>}
              {holiday?.isLonger && <small>{t('calendar.builtIn.nextDayOff')}</small>}
            </div>
          </li>
        </ul>
        <div className={styles.acts}>
          {birthday && (
            <Button
              variant="default"
              leftSection={<IconAddressBook size={16} />}
              onClick={() => void navigate(cardAddressOf({ kind: 'all' }, birthday.card.id))}
            >
              {t('calendar.builtIn.contact')}
            </Button>
          )}
          <Button
            data-autofocus
            variant="default"
            leftSection={<IconEyeOff size={16} />}
            onClick={() => {
              screen.open(null);
              hideCalendars(new Set([...hiddenCalendars.get(), one.calendar_id]));
            }}
          >
            {t('calendar.builtIn.hide')}
          </Button>
        </div>
      </div>
    </CalendarPopup>
  );
}
