import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { addDays, addMonths, firstOfMonth, monthOf } from '../../../lib/calendar-days.ts';
import { dayWords } from '../../../parts/events/event-words.ts';
import { daysOfView } from '../calendar-range.ts';
import { monthWords, shortWeekday } from '../calendar-words.ts';
import { useCalendarChoices } from '../choices/calendar-choices.ts';
import { useSpokenDay } from '../lunar/lunar-date.tsx';
import styles from './month-table.module.css';

const WEEK = 7;

export type DayLook = {
  /** Of those that the calendar shows beside it. */
  isMarked?: boolean;
  isChosen?: boolean;
  /** Beneath the number. */
  below?: ReactNode;
  /** Said after the day. */
  words?: string;
};

type Props = {
  month: string;
  today: string;
  /** The day that the arrow keys start from. */
  stop: string;
  look(day: string): DayLook;
  onPick(day: string): void;
  /** The arrow keys go to a day, which may be of another month. */
  onGo(day: string): void;
};

/** A month as a table of numbers, in which a day is picked. */
export function MonthTable({ month, today, stop, look, onPick, onGo }: Props) {
  const spoken = useTranslation();
  const { t, language } = spoken;
  const spokenDay = useSpokenDay();
  const { weekStart } = useCalendarChoices();
  const days = daysOfView('month', month, weekStart);
  const focusable = days.includes(stop) ? stop : firstOfMonth(month);

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK }[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if ((by === undefined && months === undefined) || event.altKey) return;
    event.preventDefault();
    const from = (event.target as HTMLElement).dataset['date'] ?? focusable;
    onGo(by === undefined ? addMonths(from, months ?? 0) : addDays(from, by));
  }

  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: days are chosen in it by arrow keys
      role="grid"
      className={styles.table}
      aria-label={`${t('calendar.pickDay')}, ${monthWords(spoken, month)}`}
    >
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
            {days.slice(row * WEEK, (row + 1) * WEEK).map((each) => {
              const { isMarked, isChosen, below, words } = look(each);
              const name = spokenDay(dayWords(each, language), each);
              return (
                <td key={each} data-marked={isMarked || undefined}>
                  <button
                    type="button"
                    tabIndex={each === focusable ? 0 : -1}
                    data-date={each}
                    data-other={monthOf(each) !== monthOf(month) || undefined}
                    data-day-chosen={isChosen || undefined}
                    aria-current={each === today ? 'date' : undefined}
                    aria-label={words === undefined ? name : `${name}, ${words}`}
                    onClick={() => onPick(each)}
                  >
                    {Number(each.slice(8))}
                    {below}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
