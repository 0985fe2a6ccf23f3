import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { monthOf } from '../../../lib/calendar-days.ts';
import { isWithin } from '../../../model/calendar/occurrence-times.ts';
import { dayWords } from '../../../parts/events/event-words.ts';
import { LOW, PHONE } from '../../../ui/breakpoints.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { numberOfWeek, shortWeekday, viewTitle, weekWords } from '../calendar-words.ts';
import { useCalendarChoices } from '../choices/calendar-choices.ts';
import { EventCard } from '../grid/event-card.tsx';
import { GridPart } from '../grid/grid-part.tsx';
import { DraftCard } from '../grid/hour-column.tsx';
import { layoutLanes } from '../grid/layout-lanes.ts';
import { useEventStops } from '../grid/use-event-stops.ts';
import { useDraggedEvents, useGridDrag } from '../grid/use-grid-drag.ts';
import { usePeriodSwipe } from '../grid/use-period-swipe.ts';
import { LunarDate, useSpokenDay } from '../lunar/lunar-date.tsx';
import { dayIndexes, isOfWholeDays } from '../shown-events.ts';
import type { CalendarScreenState, ShownEvent } from '../use-calendar-screen.ts';
import styles from './month-grid.module.css';

const LANE_PX = 22;
/** The number of a day, above its events. */
const HEAD_PX = 30;
const WEEK = 7;

type Props = { screen: CalendarScreenState; onDraft(element: HTMLElement | null): void };

/** CV-1: a month by weeks from Monday; as many events a day as there is room for. */
export function MonthGrid({ screen, onDraft }: Props) {
  const spoken = useTranslation();
  const { t, language } = spoken;
  const { days, day, view } = screen;
  const root = useRef<HTMLDivElement>(null);
  // Neither has room for the words of events.
  const isPhone = useMedia(`${PHONE}, ${LOW}`);
  const weeks = Array.from({ length: days.length / WEEK }, (_, at) => days.slice(at * WEEK, (at + 1) * WEEK));
  const lanes = useLanes(root, weeks.length);
  const { weekNumbers } = useCalendarChoices();
  const { drag, handlers } = useGridDrag({ root, screen, layout: 'weeks' });
  usePeriodSwipe(root, screen.step);
  useWeekInView(root, day);
  const events = useDraggedEvents(screen.events, drag);
  const stops = useEventStops({
    ...{ root, screen },
    stopsOf: (of) =>
      isPhone ? [] : screen.events.filter((event) => isWithin(event.span, of, of)).slice(0, lanes),
    rowLength: WEEK,
  });

  return (
    <GridPart
      as="grid"
      ref={root}
      tabIndex={-1}
      onFocusCapture={stops.onFocusCapture}
      className={styles.month}
      data-numbers={weekNumbers || undefined}
      data-dragging={drag ? true : undefined}
      aria-label={t('calendar.grid', { title: viewTitle(spoken, view, days, day) })}
      {...handlers}
    >
      <GridPart as="row" className={styles.head}>
        {days.slice(0, WEEK).map((each) => (
          <GridPart as="columnheader" key={each}>
            {shortWeekday(each, language)}
          </GridPart>
        ))}
      </GridPart>
      <GridPart as="rowgroup" className={styles.weeks} data-scroller>
        {weeks.map((week) => (
          <MonthWeek
            key={week[0]}
            week={week}
            {...{ screen, stops, lanes, isPhone, onDraft, weekNumbers }}
            shown={events}
            dragged={drag?.key ?? null}
            title={weekWords(spoken, week)}
          />
        ))}
      </GridPart>
    </GridPart>
  );
}

/** CL-305: where not all weeks have room, that of the day which is shown does. */
function useWeekInView(root: RefObject<HTMLElement | null>, day: string): void {
  useLayoutEffect(() => {
    const scroller = root.current?.querySelector('[data-scroller]');
    const week = scroller?.querySelector(`[data-cell="${day}"]`)?.parentElement;
    if (!scroller || !week) return;
    const [shown, its] = [scroller.getBoundingClientRect(), week.getBoundingClientRect()];
    if (its.bottom > shown.bottom) scroller.scrollTop += its.bottom - shown.bottom;
    else if (its.top < shown.top) scroller.scrollTop += its.top - shown.top;
  }, [root, day]);
}

type WeekProps = Props & {
  week: readonly string[];
  shown: readonly ShownEvent[];
  dragged: string | null;
  stops: ReturnType<typeof useEventStops>;
  lanes: number;
  isPhone: boolean;
  weekNumbers: boolean;
  title: string;
};

function MonthWeek(props: WeekProps) {
  const { screen, stops, week, shown, dragged, lanes, isPhone, weekNumbers, title, onDraft } = props;
  const { t, language } = useTranslation();
  const spokenDay = useSpokenDay();
  const { today, draft, show } = screen;
  const first = week[0] ?? '';
  const events = shown.filter((event) => week.some((day) => isWithin(event.span, day, day)));
  const places = layoutLanes(
    events.map((event) => dayIndexes(event, first)),
    WEEK,
    draft && dayIndexes(draft, first),
  );

  return (
    <GridPart as="row" className={styles.week} aria-label={title}>
      {weekNumbers && (
        <span className={styles.weekNumber} title={title} aria-hidden>
          {numberOfWeek(week)}
        </span>
      )}
      {week.map((day, index) => {
        const here = places.flatMap((place, at) => {
          const event = events[at];
          return event && place.from <= index && place.to >= index ? [{ place, event }] : [];
        });
        const isDrafted = draft !== null && isWithin(draft.span, day, day);
        const isFull = here.some(({ place }) => place.lane >= lanes);
        const room = isFull ? lanes - 1 : lanes;
        const hidden = here.filter(({ place }) => place.lane >= room).length;
        return (
          <GridPart
            as="gridcell"
            key={day}
            className={styles.cell}
            aria-label={t('calendar.cell', {
              count: here.length,
              day: spokenDay(dayWords(day, language), day),
            })}
            data-cell={day}
            data-today={day === today || undefined}
            data-other={monthOf(day) !== monthOf(screen.day) || undefined}
            tabIndex={stops.tabIndexOf(day, null)}
            onFocus={({ target, currentTarget }) => target === currentTarget && stops.onFocus(day, null)}
            onClick={({ target, currentTarget }) => {
              if (target !== currentTarget) return;
              if (isPhone) show('day', day);
              else screen.beginAt(day);
            }}
            onKeyDown={(event) => {
              if (event.target !== event.currentTarget) return;
              if (event.key === 'Enter') {
                event.preventDefault();
                if (isPhone) show('day', day);
                else screen.beginAt(day);
              } else stops.onKeyDown(event, day, null);
            }}
          >
            {isPhone ? (
              <span className={styles.number} aria-hidden>
                {Number(day.slice(8))}
              </span>
            ) : (
              <button
                type="button"
                className={styles.number}
                tabIndex={-1}
                aria-current={day === today ? 'date' : undefined}
                aria-label={t('calendar.dayNumber', { day: dayWords(day, language) })}
                onClick={() => show('day', day)}
              >
                {Number(day.slice(8))}
              </button>
            )}
            <span className={styles.lunar} aria-hidden>
              <LunarDate day={day} />
            </span>
            {isPhone && (
              <span className={styles.dots} aria-hidden>
                {here.slice(0, 4).map(({ event }) => (
                  <i
                    key={event.key}
                    data-waiting={event.one.is_waiting ?? event.one.is_maybe}
                    style={{ '--event': event.calendar?.color } as CSSProperties}
                  />
                ))}
              </span>
            )}
            {!isPhone &&
              here.map(({ place, event }) => {
                if (place.from !== index || place.lane >= room) return null;
                const isBar = isOfWholeDays(event);
                return (
                  <EventCard
                    key={event.key}
                    event={event}
                    zone={screen.zone}
                    day={day}
                    look={isBar ? 'bar' : 'dot'}
                    style={{
                      top: HEAD_PX + place.lane * LANE_PX,
                      height: LANE_PX - 2,
                      left: 2,
                      width: `calc(${(place.to - place.from + 1) * 100}% - 5px)`,
                    }}
                    isCutBefore={place.isCutBefore}
                    isCutAfter={place.isCutAfter}
                    isDragged={event.key === dragged}
                    isOpen={screen.opened?.one === event.one}
                    tabIndex={stops.tabIndexOf(day, event.key)}
                    onOpen={(anchor) => {
                      stops.onFocus(day, event.key);
                      screen.open({ one: event.one, anchor });
                    }}
                    onKeyDown={(pressed) => stops.onKeyDown(pressed, day, event)}
                  />
                );
              })}
            {!isPhone && hidden > 0 && (
              <button
                type="button"
                className={styles.more}
                style={{ top: HEAD_PX + room * LANE_PX }}
                aria-label={t('calendar.moreLabel', { count: hidden, day: dayWords(day, language) })}
                onClick={() => show('day', day, true)}
              >
                {t('calendar.more', { count: hidden })}
              </button>
            )}
            {draft && isDrafted && (
              <DraftCard
                draft={draft}
                style={{ top: HEAD_PX, left: 2, right: 3, height: LANE_PX - 2 }}
                onDraft={onDraft}
              />
            )}
          </GridPart>
        );
      })}
    </GridPart>
  );
}

/** How many events a day has room for, by the height of a week. */
function useLanes(root: React.RefObject<HTMLDivElement | null>, weeks: number): number {
  const [lanes, setLanes] = useState(3);
  useLayoutEffect(() => {
    const grid = root.current;
    if (!grid) return;
    const measure = () => {
      const height = grid.querySelector('[data-cell]')?.clientHeight ?? 0;
      if (height > 0 && weeks > 0) setLanes(Math.max(1, Math.floor((height - HEAD_PX) / LANE_PX)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    return () => observer.disconnect();
  }, [root, weeks]);
  return lanes;
}
