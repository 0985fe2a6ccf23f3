import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { addDays, addMonths, firstOfMonth } from '../../../lib/calendar-days.ts';
import { monthWords } from '../calendar-words.ts';
import { MonthTable } from '../month/month-table.tsx';
import { dayIndexes } from '../shown-events.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import styles from './year-grid.module.css';

const MONTHS = Array.from({ length: 12 }, (_, at) => at);
const MANY = 3;

/** CV-1: twelve months; a day says whether it has events, and is opened. */
export function YearGrid({ screen }: { screen: CalendarScreenState }) {
  const spoken = useTranslation();
  const { t } = spoken;
  const { day, days, today, show } = screen;
  const root = useRef<HTMLDivElement>(null);
  const counts = useCounts(screen);
  const [focused, setFocused] = useState<string | null>(null);
  const stop = focused !== null && days.includes(focused) ? focused : days.includes(today) ? today : day;
  const first = days[0] ?? day;
  // Where there is no room for twelve months, the one that the calendar was at is in view.
  useLayoutEffect(() => {
    root.current?.querySelector('[data-stop]')?.scrollIntoView({ block: 'nearest' });
  }, []);

  function go(next: string): void {
    if (!days.includes(next)) return;
    setFocused(next);
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>('[data-stop] [tabindex="0"]')?.focus(),
    );
  }

  return (
    <div ref={root} className={styles.year}>
      {MONTHS.map((at) => addMonths(first, at)).map((month) => (
        <section key={month} data-stop={firstOfMonth(stop) === month || undefined}>
          <h2>
            <button type="button" onClick={() => show('month', month)}>
              {monthWords(spoken, month).replace(/[,\s]+\d{4}$/, '')}
            </button>
          </h2>
          <MonthTable
            {...{ month, today, stop }}
            look={(each) => {
              const count = firstOfMonth(each) === month ? (counts.get(each) ?? 0) : 0;
              if (count === 0) return {};
              return {
                below: <i data-many={count >= MANY || undefined} aria-hidden />,
                words: t('calendar.eventsOfDay', { count }),
              };
            }}
            onPick={(each) => show('day', each)}
            onGo={go}
          />
        </section>
      ))}
    </div>
  );
}

/** How many events each day of the year has. */
function useCounts({ events, days }: CalendarScreenState): ReadonlyMap<string, number> {
  return useMemo(() => {
    const counts = new Map<string, number>();
    const [first = ''] = days;
    for (const event of events) {
      const { from, to } = dayIndexes(event, first);
      for (let at = Math.max(0, from); at <= Math.min(to, days.length - 1); at += 1) {
        const on = addDays(first, at);
        counts.set(on, (counts.get(on) ?? 0) + 1);
      }
    }
    return counts;
  }, [events, days]);
}
