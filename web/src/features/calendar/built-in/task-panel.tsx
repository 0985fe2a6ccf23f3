import type { Occurrence } from '@bocau/contract/calendar.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconChecklist, IconClock, IconEyeOff } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { keyOf } from '../../../model/calendar/calendar-noun.ts';
import { spanOf } from '../../../model/calendar/occurrence-times.ts';
import { CALENDAR_TASKS } from '../../../parts/calendar/calendar-address.ts';
import { focusWish } from '../../../parts/calendar/focus-wish.ts';
import { useNavigate } from '../../../router/router.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import { useOpener } from '../../../ui/use-opener.ts';
import { hiddenCalendars, hideCalendars } from '../calendar-requests.ts';
import { spanWords } from '../calendar-words.ts';
import { CalendarPopup } from '../event/calendar-popup.tsx';
import styles from '../event/event-panel.module.css';
import { MoreActs } from '../event/more-acts.tsx';
import type { CalendarScreenState } from '../use-calendar-screen.ts';

type Props = { screen: CalendarScreenState; one: Occurrence; anchor: HTMLElement | null };

/** CL-216: a task where it stands in the calendar: it is done, or opened in its list. */
export function TaskPanel({ screen, one, anchor }: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  const navigate = useNavigate();
  const shown = screen.events.find(({ key }) => key === keyOf(one));
  const menu = useOpener('menu');
  const close = () => screen.open(null);
  const finish = shown?.finish;
  return (
    <CalendarPopup
      anchor={anchor?.isConnected ? anchor : null}
      label={t('calendar.builtIn.tasks')}
      stays={menu.opened !== null}
      onClose={close}
    >
      <div className={styles.panel}>
        <h2 className={styles.title}>
          <i style={{ '--event': shown?.calendar?.color } as CSSProperties} aria-hidden />
          {one.title}
        </h2>
        <ul className={styles.facts}>
          <li>
            <IconClock size={18} />
            <div>
              <b>{spanWords(spoken, spanOf(one, screen.zone), one.kind)}</b>
            </div>
          </li>
        </ul>
        <div className={styles.acts}>
          {finish && (
            <Button
              data-autofocus
              leftSection={<IconCheck size={16} />}
              onClick={() => {
                close();
                focusWish.set({ go: 'beside', one });
                finish();
              }}
            >
              {t('calendar.builtIn.done')}
            </Button>
          )}
          <MoreActs menu={menu}>
            <Menu.Item
              data-autofocus
              leftSection={<IconChecklist size={16} />}
              onClick={() => void navigate(CALENDAR_TASKS)}
            >
              {t('calendar.builtIn.openTasks')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconEyeOff size={16} />}
              onClick={() => {
                close();
                hideCalendars(new Set([...hiddenCalendars.get(), one.calendar_id]));
              }}
            >
              {t('calendar.builtIn.hideTasks')}
            </Menu.Item>
          </MoreActs>
        </div>
      </div>
    </CalendarPopup>
  );
}
