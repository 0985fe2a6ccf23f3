import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { addDays, addMonths, firstOfMonth, monthOf } from '../../../lib/calendar-days.ts';
import { dayWords } from '../../../parts/events/event-words.ts';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { daysOfView } from '../calendar-range.ts';
import { monthWords, shortWeekday } from '../calendar-words.ts';
import { useCalendarChoices } from '../choices/calendar-choices.ts';
import { LunarDate, useSpokenDay } from '../lunar/lunar-date.tsx';
import type { ShownDays } from '../use-shown-days.ts';
import styles from './mini-month.module.css';

const WEEK = 7;

/** A month in which a day is chosen; the days that the calendar shows are marked. */
export function MiniMonth({ shown }: { shown: ShownDays }) {
  const spoken = useTranslation();
  const { t, language } = spoken;
  const spokenDay = useSpokenDay();
  const { day, days: shownDays, today, view, show } = shown;
  const [month, setMonth] = useState(firstOfMonth(day));
  const [focused, setFocused] = useState<string | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => setMonth(firstOfMonth(day)), [day]);
  const { weekStart } = useCalendarChoices();
  const days = daysOfView('month', month, weekStart);
  const marked = view === 'month' || view === 'agenda' ? [] : shownDays;
  const stop = focused !== null && days.includes(focused) ? focused : days.includes(day) ? day : month;

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK }[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if ((by === undefined && months === undefined) || event.altKey) return;
    event.preventDefault();
    const next = by === undefined ? addMonths(stop, months ?? 0) : addDays(stop, by);
    setFocused(next);
    setMonth(firstOfMonth(next));
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  }

  return (
    <div className={styles.month}>
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
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: days are chosen in it by arrow keys */}
      <table ref={grid} role="grid" aria-label={`${t('calendar.pickDay')}, ${monthWords(spoken, month)}`}>
        <thead>
          <tr>
            {days.slice(0, WEEK).map((each) => (
              <th key={each} scope="col">
                {shortWeekday(each, language).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {Array.from({ length: days.length / WEEK }, (_, row) => (
            <tr key={days[row * WEEK]}>
              {days.slice(row * WEEK, (row + 1) * WEEK).map((each) => (
                <td key={each} data-marked={marked.includes(each) || undefined}>
                  <button
                    type="button"
                    tabIndex={each === stop ? 0 : -1}
                    data-other={monthOf(each) !== monthOf(month) || undefined}
                    data-day-chosen={each === day || undefined}
                    aria-current={each === today ? 'date' : undefined}
                    aria-label={spokenDay(dayWords(each, language), each)}
                    onClick={() => show(view, each)}
                  >
                    {Number(each.slice(8))}
                    <LunarDate day={each} />
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
