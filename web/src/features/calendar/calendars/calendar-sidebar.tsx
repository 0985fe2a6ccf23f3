import type { Calendar } from '@bocau/contract/calendar.ts';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconDotsVertical,
  IconEye,
  IconEyeCheck,
  IconPencil,
  IconPlus,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { CALENDAR_TRASH, calendarSearchAddressOf } from '../../../parts/calendar/calendar-address.ts';
import { useCalendar } from '../../../parts/calendar/use-calendar.ts';
import { Link } from '../../../router/router.tsx';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { useIsNarrowScreen } from '../../../ui/use-is-narrow-screen.ts';
import { useOpener } from '../../../ui/use-opener.ts';
import { BUILT_IN } from '../built-in/built-in-events.ts';
import { BuiltInList } from '../built-in/built-in-list.tsx';
import { calendarRequest, hiddenCalendars, hideCalendars } from '../calendar-requests.ts';
import { useShownDays } from '../use-shown-days.ts';
import { CalendarDialog, type CalendarListQuestion } from './calendar-dialog.tsx';
import styles from './calendar-sidebar.module.css';
import { MiniMonth } from './mini-month.tsx';

type Props = { folded: boolean; inDrawer: boolean; children?: ReactNode };

/** A month to choose a day in, and the calendars, in the place of the mail folders. */
export function CalendarSidebar({ folded, inDrawer, children }: Props) {
  const { t } = useTranslation();
  const narrow = useIsNarrowScreen();
  const shown = useShownDays();
  const calendars = useCalendar((model) => model.calendars()) ?? [];
  const hidden = useSyncExternalStore(hiddenCalendars.subscribe, hiddenCalendars.get);
  const [question, setQuestion] = useState<CalendarListQuestion | null>(null);
  const all: string[] = [...calendars.map(({ id }) => id), ...BUILT_IN];
  const open = () => calendarRequest.set('new');

  function toggle(id: string): void {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    hideCalendars(next);
  }

  if (folded) {
    return (
      <div className={styles.sidebar}>
        <ActionIcon
          variant="filled"
          className={styles.sign}
          size={40}
          aria-label={t('calendar.new')}
          data-hint={t('calendar.new')}
          data-hint-side="right"
          onClick={open}
        >
          <IconPlus size={20} />
        </ActionIcon>
      </div>
    );
  }
  return (
    <div className={styles.sidebar} data-drawer={inDrawer || undefined}>
      {!inDrawer && (
        <Button className={styles.new} leftSection={<IconPlus size={18} />} onClick={open}>
          {t('calendar.new')}
        </Button>
      )}
      <nav className={styles.parts} aria-label={t('calendar.label')}>
        <MiniMonth shown={shown} />
        <div className={styles.heading}>
          <h2>{t('calendar.calendars.title')}</h2>
          <ToolButton
            icon={IconPlus}
            iconSize={18}
            size={inDrawer ? 40 : 28}
            label={t('calendar.calendars.new')}
            onClick={() => setQuestion({ kind: 'edit', calendar: null })}
          />
        </div>
        <ul className={styles.calendars}>
          {calendars.map((calendar) => (
            <li key={calendar.id} style={{ '--event': calendar.color } as CSSProperties}>
              <label>
                <input
                  type="checkbox"
                  checked={!hidden.has(calendar.id)}
                  onChange={() => toggle(calendar.id)}
                />
                <span title={calendar.name}>{calendar.name}</span>
              </label>
              <CalendarActs
                calendar={calendar}
                onAsk={setQuestion}
                onOnly={() => hideCalendars(new Set(all.filter((id) => id !== calendar.id)))}
                isAlone={calendars.length < 2}
                isOnly={!hidden.has(calendar.id) && hidden.size === all.length - 1}
              />
            </li>
          ))}
        </ul>
        <BuiltInList hidden={hidden} onToggle={toggle} />
        {narrow && (
          <Link className={styles.link} to={calendarSearchAddressOf('')}>
            <IconSearch size={18} /> {t('calendar.search.label')}
          </Link>
        )}
        <Link className={styles.link} to={CALENDAR_TRASH}>
          <IconTrash size={18} /> {t('calendar.trash.title')}
        </Link>
      </nav>
      {children}
      {question && <CalendarDialog question={question} onClose={() => setQuestion(null)} />}
    </div>
  );
}

type ActsProps = {
  calendar: Calendar;
  isAlone: boolean;
  isOnly: boolean;
  onAsk(question: CalendarListQuestion): void;
  onOnly(): void;
};

function CalendarActs({ calendar, isAlone, isOnly, onAsk, onOnly }: ActsProps) {
  const { t } = useTranslation();
  const menu = useOpener('menu');
  return (
    <>
      <ToolButton
        {...menu.button}
        className={styles.acts}
        icon={IconDotsVertical}
        iconSize={18}
        size={32}
        label={t('calendar.calendars.acts', { name: calendar.name })}
      />
      {menu.opened && (
        <AnchoredMenu {...menu.opened} position="bottom-start">
          {!isAlone && (
            <Menu.Item
              leftSection={isOnly ? <IconEyeCheck size={18} /> : <IconEye size={18} />}
              onClick={() => (isOnly ? hideCalendars(new Set()) : onOnly())}
            >
              {t(isOnly ? 'calendar.calendars.showAll' : 'calendar.calendars.only')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => onAsk({ kind: 'edit', calendar })}>
            {t('calendar.calendars.edit')}
          </Menu.Item>
          {/* The one that new events go to stays. */}
          {!calendar.is_default && (
            <Menu.Item
              leftSection={<IconTrash size={18} />}
              onClick={() => onAsk({ kind: 'remove', calendar })}
            >
              {t('calendar.calendars.remove')}
            </Menu.Item>
          )}
        </AnchoredMenu>
      )}
    </>
  );
}
