import { Button } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconCalendarDot,
  IconChecklist,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
} from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CALENDAR_TASKS, CALENDAR_VIEWS } from '../../parts/calendar/calendar-address.ts';
import { useNavigate } from '../../router/router.tsx';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { PHONE } from '../../ui/breakpoints.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { useMedia } from '../../ui/use-media.ts';
import { useOpener } from '../../ui/use-opener.ts';
import styles from './calendar-bar.module.css';
import { shortTitle, viewTitle, weekWords } from './calendar-words.ts';
import type { CalendarScreenState } from './use-calendar-screen.ts';

const KEYS = {
  day: 'd',
  '3days': 'x',
  workweek: 'Shift+W',
  week: 'w',
  month: 'm',
  year: 'y',
  agenda: 'a',
} as const;

/** What is shown, the way to what is beside it, and the views. */
export function CalendarBar({ screen }: { screen: CalendarScreenState }) {
  const spoken = useTranslation();
  const { t } = spoken;
  const { view, day, days, today, show, step, ask } = screen;
  const navigate = useNavigate();
  const toTasks = () => void navigate(CALENDAR_TASKS);
  const menu = useOpener('menu');
  const isPhone = useMedia(PHONE);
  const isNarrow = useIsNarrowScreen();
  const isHere = view === 'month' ? today.slice(0, 7) === day.slice(0, 7) : days.includes(today);

  return (
    <div className={styles.bar} role="toolbar" aria-label={t('calendar.toolbar')}>
      {isPhone ? (
        <ToolButton
          icon={IconCalendarDot}
          label={t('calendar.today')}
          disabled={isHere && view !== 'agenda'}
          onClick={() => show(view, today)}
        />
      ) : (
        <Button
          variant="default"
          size="compact-md"
          className={styles.today}
          aria-disabled={isHere && view !== 'agenda' ? true : undefined}
          onClick={() => show(view, today)}
        >
          {t('calendar.today')}
        </Button>
      )}
      <span className={styles.steps}>
        <ToolButton icon={IconChevronLeft} label={t(`calendar.previous.${view}`)} onClick={() => step(-1)} />
        <ToolButton icon={IconChevronRight} label={t(`calendar.next.${view}`)} onClick={() => step(1)} />
      </span>
      <span className={styles.title}>
        <b>{isPhone ? shortTitle(spoken, view, days, day) : viewTitle(spoken, view, days, day)}</b>
        {!isNarrow && view.endsWith('week') && <span>{weekWords(spoken, days)}</span>}
      </span>
      {isNarrow ? (
        <Button
          {...menu.button}
          variant="default"
          size="compact-md"
          className={styles.choose}
          rightSection={isPhone ? null : <IconChevronDown size={16} />}
        >
          {t(`calendar.views.${view}`)}
        </Button>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: no legend belongs above the buttons
        <div className={styles.views} role="group" aria-label={t('calendar.views.label')}>
          {CALENDAR_VIEWS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === view}
              aria-keyshortcuts={KEYS[each]}
              onClick={() => show(each, day)}
            >
              {t(`calendar.views.${each}`)}
            </button>
          ))}
        </div>
      )}
      {!isNarrow && <ToolButton icon={IconChecklist} label={t('calendar.tasks')} onClick={toTasks} />}
      {!isNarrow && (
        <ToolButton
          icon={IconAdjustmentsHorizontal}
          label={t('calendar.choices.title')}
          onClick={() => ask({ kind: 'choices' })}
        />
      )}
      {menu.opened && (
        <AnchoredMenu {...menu.opened} position="bottom-end" width={220}>
          {CALENDAR_VIEWS.map((each) => (
            <Menu.RadioItem
              key={each}
              value={each}
              checked={each === view}
              closeMenuOnClick
              onChange={() => show(each, day)}
            >
              {t(`calendar.views.${each}`)}
            </Menu.RadioItem>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconChecklist size={16} />} onClick={toTasks}>
            {t('calendar.tasks')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconAdjustmentsHorizontal size={16} />}
            onClick={() => ask({ kind: 'choices' })}
          >
            {t('calendar.choices.open')}
          </Menu.Item>
        </AnchoredMenu>
      )}
    </div>
  );
}
