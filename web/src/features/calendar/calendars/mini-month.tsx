import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { addMonths, firstOfMonth } from '../../../lib/calendar-days.ts';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { monthWords } from '../calendar-words.ts';
import { LunarDate } from '../lunar/lunar-date.tsx';
import { MonthTable } from '../month/month-table.tsx';
import type { ShownDays } from '../use-shown-days.ts';
import styles from './mini-month.module.css';

/** Views whose days are all that is there, or too many to mark. */
const UNMARKED: readonly string[] = ['month', 'year', 'agenda'];

/** A month in which a day is chosen; the days that the calendar shows are marked. */
export function MiniMonth({ shown }: { shown: ShownDays }) {
  const spoken = useTranslation();
  const { t } = spoken;
  const { day, days: shownDays, today, view, show } = shown;
  const [month, setMonth] = useState(firstOfMonth(day));
  const [focused, setFocused] = useState(day);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => setMonth(firstOfMonth(day)), [day]);
  const marked = UNMARKED.includes(view) ? [] : shownDays;

  function go(next: string): void {
    setFocused(next);
    setMonth(firstOfMonth(next));
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus());
  }

  return (
    <div ref={root} className={styles.month}>
      <div className={styles.head}>
        <b aria-live="polite">{monthWords(spoken, month)}</b>
        <ToolButton
          icon={IconChevronLeft}
          iconSize={16}
          size={28}
          label={t('calendar.previous.month')}
          onClick={() => setMonth(addMonths(month, -1))}
        />
        <ToolButton
          icon={IconChevronRight}
          iconSize={16}
          size={28}
          label={t('calendar.next.month')}
          onClick={() => setMonth(addMonths(month, 1))}
        />
      </div>
      <MonthTable
        {...{ month, today }}
        stop={focused.startsWith(month.slice(0, 7)) ? focused : day}
        look={(each) => ({
          isMarked: marked.includes(each),
          isChosen: each === day,
          below: <LunarDate day={each} />,
        })}
        onPick={(each) => show(view, each)}
        onGo={go}
      />
    </div>
  );
}
