import { useMemo } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DAY_MS, wallOfDay, weekdayOf } from '../../../lib/calendar-days.ts';
import { clockOf } from '../../../model/calendar/occurrence-times.ts';
import { spanWords } from '../calendar-words.ts';
import type { CalendarScreenState, Draft, ShownEvent } from '../use-calendar-screen.ts';
import { EventCard } from './event-card.tsx';
import { GridPart } from './grid-part.tsx';
import { layoutDay, type Place } from './layout-day.ts';
import styles from './time-grid.module.css';
import type { useEventStops } from './use-event-stops.ts';

const MINUTE_MS = 60_000;
/** What is shorter is drawn like this. */
const LEAST_MS = 25 * MINUTE_MS;
/** Below this a card has one line. */
const LINE_MS = 45 * MINUTE_MS;

type Props = {
  screen: CalendarScreenState;
  stops: ReturnType<typeof useEventStops>;
  day: string;
  /** The time on the wall, where this is today. */
  now: number | null;
  events: readonly ShownEvent[];
  draft: Draft | null;
  dragged: string | null;
  lifted: string | null;
  label: string;
  onDraft(element: HTMLElement | null): void;
  onFree(x: number, y: number): void;
};

/** The hours of one day. */
export function HourColumn(props: Props) {
  const { screen, stops, day, now, events, draft, dragged, lifted, label, onDraft, onFree } = props;
  const start = wallOfDay(day);
  const pieces = useMemo(
    () =>
      events.map(({ span }) => ({
        start: Math.max(span.start, start),
        end: Math.min(span.end, start + DAY_MS),
      })),
    [events, start],
  );
  const draftStart = Math.max(draft?.span.start ?? 0, start);
  const draftEnd = Math.min(draft?.span.end ?? 0, start + DAY_MS);
  const isDrafted = draftStart < draftEnd;
  // What is being made stands beside what is there, as it will.
  const places = useMemo(() => {
    const drafted = isDrafted ? [{ start: draftStart, end: draftEnd }] : [];
    return layoutDay([...pieces, ...drafted], LEAST_MS);
  }, [pieces, isDrafted, draftStart, draftEnd]);

  return (
    <GridPart
      as="gridcell"
      className={styles.column}
      aria-label={label}
      data-column
      data-rest={weekdayOf(day) > 4 || undefined}
      data-cell={day}
      tabIndex={stops.tabIndexOf(day, null)}
      onFocus={({ target, currentTarget }) => target === currentTarget && stops.onFocus(day, null)}
      onClick={({ target, currentTarget, clientX, clientY }) => {
        if (target === currentTarget) onFree(clientX, clientY);
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          screen.beginAt(day);
        } else stops.onKeyDown(event, day, null);
      }}
    >
      {events.map((event, at) => (
        <EventCard
          key={event.key}
          event={event}
          zone={screen.zone}
          day={day}
          look={event.span.end - event.span.start < LINE_MS ? 'line' : 'box'}
          style={styleOf(pieces[at], places[at], start)}
          isDragged={event.key === dragged}
          isLifted={event.key === lifted}
          isOpen={screen.opened?.one === event.one}
          isSizable={event.span.end <= start + DAY_MS}
          tabIndex={stops.tabIndexOf(day, event.key)}
          onOpen={(anchor) => {
            stops.onFocus(day, event.key);
            screen.open({ one: event.one, anchor });
          }}
          onKeyDown={(pressed) => stops.onKeyDown(pressed, day, event)}
        />
      ))}
      {draft && isDrafted && (
        <DraftCard
          draft={draft}
          style={styleOf({ start: draftStart, end: draftEnd }, places[pieces.length], start)}
          onDraft={onDraft}
        />
      )}
      {now !== null && (
        <div
          className={styles.now}
          style={{ top: `${((now - start) / DAY_MS) * 100}%` }}
          data-now
          aria-hidden
        />
      )}
    </GridPart>
  );
}

type DraftProps = {
  draft: Draft;
  style?: React.CSSProperties;
  onDraft(element: HTMLElement | null): void;
};

/** Where an event is being made. */
export function DraftCard({ draft, style, onDraft }: DraftProps) {
  const spoken = useTranslation();
  const { span, kind } = draft;
  return (
    <div ref={onDraft} className={styles.draft} style={style} data-draft>
      <span className="visually-hidden">
        {spoken.t('calendar.draft', { when: spanWords(spoken, span, kind) })}
      </span>
      <span aria-hidden>
        {kind === 'day' ? spoken.t('calendar.new') : `${clockOf(span.start)} – ${clockOf(span.end)}`}
      </span>
    </div>
  );
}

function styleOf(piece: { start: number; end: number } | undefined, place: Place | undefined, day: number) {
  if (!piece || !place) return {};
  const percent = (part: number) => `${Math.round(part * 1e4) / 100}%`;
  return {
    top: percent((piece.start - day) / DAY_MS),
    height: `calc(${percent((piece.end - piece.start) / DAY_MS)} - 2px)`,
    left: percent(place.left),
    width: `calc(${percent(place.width)} - 3px)`,
  };
}
