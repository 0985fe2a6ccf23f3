import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import { dayWords } from '../../../parts/events/event-words.ts';
import { dayIndexes } from '../shown-events.ts';
import type { CalendarScreenState, Draft, ShownEvent } from '../use-calendar-screen.ts';
import { EventCard } from './event-card.tsx';
import { GridPart } from './grid-part.tsx';
import { DraftCard } from './hour-column.tsx';
import { layoutLanes } from './layout-lanes.ts';
import styles from './time-grid.module.css';
import type { useEventStops } from './use-event-stops.ts';

/** More lanes than this are shown only when asked for. */
const LANES = 3;

type Props = {
  screen: CalendarScreenState;
  stops: ReturnType<typeof useEventStops>;
  events: readonly ShownEvent[];
  draft: Draft | null;
  dragged: string | null;
  lifted: string | null;
  onDraft(element: HTMLElement | null): void;
};

/** What takes whole days, as bars over them. */
export function DaysRow({ screen, stops, events, draft, dragged, lifted, onDraft }: Props) {
  const { t, language } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { days } = screen;
  const first = days[0] ?? '';
  const places = layoutLanes(
    events.map((event) => dayIndexes(event, first)),
    days.length,
  );
  const lanes = Math.max(0, ...places.map(({ lane }) => lane + 1));
  const shownLanes = isOpen ? lanes : Math.min(lanes, LANES);
  const isLong = lanes > LANES;
  const drafted = draft && dayIndexes(draft, first);
  const height = lanesDown(Math.max(1, shownLanes + (isLong && !isOpen ? 1 : 0)), 4);

  return (
    <GridPart as="row" className={styles.row} data-bars>
      <GridPart as="rowheader" className={styles.allDay}>
        <span>{t('calendar.allDay')}</span>
        {isLong && (
          <button
            type="button"
            className={styles.expand}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'calendar.fewer' : 'calendar.expand')}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
          </button>
        )}
      </GridPart>
      {days.map((day, index) => {
        const isHere = ({ from, to }: { from: number; to: number }) => from <= index && to >= index;
        const hidden = places.filter((place) => place.lane >= shownLanes && isHere(place)).length;
        return (
          <GridPart
            as="gridcell"
            key={day}
            className={styles.bars}
            style={{ height }}
            aria-label={t('calendar.wholeDay', { day: dayWords(day, language) })}
            onClick={({ target, currentTarget }) => {
              const start = wallOfDay(day);
              if (target === currentTarget)
                screen.begin({ kind: 'day', span: { start, end: start + DAY_MS } });
            }}
          >
            {events.map((event, at) => {
              const place = places[at];
              if (!place || place.from !== index || place.lane >= shownLanes) return null;
              return (
                <EventCard
                  key={event.key}
                  event={event}
                  zone={screen.zone}
                  day={day}
                  look="bar"
                  style={{
                    top: lanesDown(place.lane, 1),
                    height: lanesDown(1, -2),
                    left: 1,
                    width: `calc(${(place.to - place.from + 1) * 100}% - 4px)`,
                  }}
                  isCutBefore={place.isCutBefore}
                  isCutAfter={place.isCutAfter}
                  isDragged={event.key === dragged}
                  isLifted={event.key === lifted}
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
            {hidden > 0 && (
              <button
                type="button"
                className={styles.more}
                style={{ top: lanesDown(shownLanes, 1) }}
                aria-label={t('calendar.moreLabel', { count: hidden, day: dayWords(day, language) })}
                onClick={() => setOpen(true)}
              >
                {t('calendar.more', { count: hidden })}
              </button>
            )}
            {draft && drafted?.from === index && (
              <DraftCard
                draft={draft}
                style={{
                  top: 1,
                  height: lanesDown(1, -2),
                  left: 1,
                  width: `calc(${(drafted.to - drafted.from + 1) * 100}% - 4px)`,
                }}
                onDraft={onDraft}
              />
            )}
          </GridPart>
        );
      })}
    </GridPart>
  );
}

/** The height of so many lanes, which grow with the text, and of some pixels. */
function lanesDown(count: number, pixels: number): string {
  return `calc(${count} * var(--lane) + ${pixels}px)`;
}
