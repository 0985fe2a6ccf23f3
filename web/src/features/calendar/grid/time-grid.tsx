import { zoneWords } from '@bocau/contract/zone-words.ts';
import { shownAt } from '@bocau/contract/zoned-time.ts';
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import { clockOf, momentOfWall } from '../../../model/calendar/occurrence-times.ts';
import { dayWords } from '../../../parts/events/event-words.ts';
import { PHONE } from '../../../ui/breakpoints.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { shortWeekday, viewTitle } from '../calendar-words.ts';
import { useCalendarChoices } from '../choices/calendar-choices.ts';
import { LunarDate, useSpokenDay } from '../lunar/lunar-date.tsx';
import { isOfWholeDays } from '../shown-events.ts';
import type { CalendarScreenState, ShownEvent } from '../use-calendar-screen.ts';
import { DaysRow } from './days-row.tsx';
import { firstHourSeen } from './first-hour-seen.ts';
import { GridPart } from './grid-part.tsx';
import { HourColumn } from './hour-column.tsx';
import styles from './time-grid.module.css';
import { useEventStops } from './use-event-stops.ts';
import { useDraggedEvents, useGridDrag } from './use-grid-drag.ts';
import { usePeriodSwipe } from './use-period-swipe.ts';

const HOUR_MS = 3600_000;
const HOURS = Array.from({ length: 23 }, (_, at) => at + 1);

type Props = { screen: CalendarScreenState; onDraft(element: HTMLElement | null): void };

/** CV-1: days beside one another with their hours, whole days above them. */
export function TimeGrid({ screen, onDraft }: Props) {
  const spoken = useTranslation();
  const { t, language } = spoken;
  const { days, day, view, zone, today, now } = screen;
  const { workHours, secondZone } = useCalendarChoices();
  const isPhone = useMedia(PHONE);
  const second = isPhone ? null : secondZone;
  const root = useRef<HTMLDivElement>(null);
  const { drag, made, lifted, wallAt, handlers } = useGridDrag({ root, screen, layout: 'hours' });
  usePeriodSwipe(root, screen.step);
  const events = useDraggedEvents(screen.events, drag);
  const hourly = useMemo(() => events.filter((event) => !isOfWholeDays(event)), [events]);
  const whole = useMemo(() => events.filter(isOfWholeDays), [events]);
  const isOn = ({ span }: ShownEvent, of: string) =>
    span.start < wallOfDay(of) + DAY_MS && Math.max(span.end, span.start + 1) > wallOfDay(of);
  const stops = useEventStops({
    ...{ root, screen },
    stopsOf: (of) => [...whole, ...hourly].filter((event) => isOn(event, of)),
  });
  const draft = made ?? screen.draft;

  const begun = useRef(days.includes(today) ? now : null);
  useLayoutEffect(() => {
    const grid = root.current;
    if (!grid) return;
    const height = grid.querySelector('[data-column]')?.clientHeight ?? 0;
    const room = grid.clientHeight - (grid.querySelector('[data-head]')?.clientHeight ?? 0);
    const hour = begun.current === null ? null : (begun.current % DAY_MS) / HOUR_MS;
    grid.scrollTop = (height * firstHourSeen(hour, (room / height) * 24)) / 24 - 14;
  }, []);

  const draftStart = screen.draft?.span.start;
  useLayoutEffect(() => {
    // Its form is beside it, and hidden with it.
    if (draftStart !== undefined)
      root.current?.querySelector('[data-draft]')?.scrollIntoView({ block: 'nearest' });
  }, [draftStart]);

  const shared = { screen, stops, dragged: drag?.key ?? null, lifted, onDraft };
  return (
    <GridPart
      as="grid"
      ref={root}
      tabIndex={-1}
      onFocusCapture={stops.onFocusCapture}
      className={styles.grid}
      style={
        {
          '--days': days.length,
          ...(workHours && { '--work-from': workHours.from, '--work-to': workHours.to }),
        } as React.CSSProperties
      }
      data-zones={second !== null || undefined}
      data-work={workHours !== null || undefined}
      aria-label={t('calendar.grid', { title: viewTitle(spoken, view, days, day) })}
      data-dragging={drag ? true : undefined}
      {...handlers}
    >
      <GridPart as="rowgroup" className={styles.head} data-head>
        <GridPart as="row" className={styles.row}>
          <GridPart as="columnheader" className={styles.corner}>
            {second !== null && <span>{zoneWords(second, now / 1000, language).offset}</span>}
            <span>{zoneWords(zone, now / 1000, language).offset}</span>
          </GridPart>
          {days.map((each) => (
            <DayHead key={each} day={each} screen={screen} />
          ))}
        </GridPart>
        <DaysRow {...shared} events={whole} draft={draft?.kind === 'day' ? draft : null} />
      </GridPart>
      <GridPart as="rowgroup">
        <GridPart as="row" className={styles.row}>
          <GridPart as="rowheader" className={styles.hours}>
            <b className="visually-hidden">{t('calendar.hours')}</b>
            {HOURS.map((hour) => (
              <span key={hour} style={{ top: `${(hour / 24) * 100}%` }} aria-hidden>
                {second !== null && <small>{clockIn(second, days[0] ?? day, hour, zone)}</small>}
                {String(hour).padStart(2, '0')}:00
              </span>
            ))}
          </GridPart>
          {days.map((each) => (
            <HourColumn
              key={each}
              {...shared}
              day={each}
              now={each === today ? now : null}
              events={hourly.filter((event) => isOn(event, each))}
              draft={draft?.kind === 'zoned' ? draft : null}
              label={dayWords(each, language)}
              onFree={(x, y) => {
                const start = Math.floor(wallAt(x, y) / (HOUR_MS / 2)) * (HOUR_MS / 2);
                screen.begin({ kind: 'zoned', span: { start, end: start + HOUR_MS } });
              }}
            />
          ))}
        </GridPart>
      </GridPart>
    </GridPart>
  );
}

/** What the clock of another zone shows at an hour here. */
function clockIn(second: string, day: string, hour: number, zone: string): string {
  return clockOf(shownAt(momentOfWall(wallOfDay(day) + hour * HOUR_MS, zone), second));
}

function DayHead({ day, screen }: { day: string; screen: CalendarScreenState }): ReactNode {
  const { t, language } = useTranslation();
  const { today, show, view } = screen;
  const spokenDay = useSpokenDay();
  return (
    <GridPart as="columnheader" className={styles.day} data-today={day === today || undefined}>
      <button
        type="button"
        aria-current={day === today ? 'date' : undefined}
        aria-label={t('calendar.dayNumber', { day: spokenDay(dayWords(day, language), day) })}
        onClick={() => show('day', day)}
      >
        <span>{shortWeekday(day, language)}</span>
        <b>{Number(day.slice(8))}</b>
      </button>
      <LunarDate day={day} as={view === 'day' ? 'long' : 'short'} />
    </GridPart>
  );
}
