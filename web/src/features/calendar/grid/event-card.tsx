import { IconClockQuestion, IconLock, IconRepeat } from '@tabler/icons-react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { textPixels } from '../../../lib/text-pixels.ts';
import { clockOf } from '../../../model/calendar/occurrence-times.ts';
import { occurrenceTitle, spokenOccurrence } from '../calendar-words.ts';
import { isChangeable } from '../changeable.ts';
import { cardColor } from '../event-colors.ts';
import type { ShownEvent } from '../use-calendar-screen.ts';
import styles from './event-card.module.css';

const ROOM_FOR_PLACE_MS = 70 * 60_000;
const HOUR_MS = 3600_000;
/** Of an hour, of a line of text, and of what is above and below the text of a card. */
const HOUR_PX = 48;
const LINE_PX = textPixels(16);
const PADDING_PX = 8;

type Props = {
  event: ShownEvent;
  zone: string;
  /** The day of the column that it stands in. */
  day: string;
  /** `box`: in the hours; `line`: there too, but short; `bar`: over days; `dot`: a line of a month. */
  look: 'box' | 'line' | 'bar' | 'dot';
  style?: CSSProperties;
  isCutBefore?: boolean;
  isCutAfter?: boolean;
  isDragged?: boolean;
  /** A finger has lifted it: its ends have handles. */
  isLifted?: boolean;
  isOpen?: boolean;
  /** Its end can be dragged. */
  isSizable?: boolean;
  tabIndex?: number;
  onOpen(element: HTMLElement): void;
  onKeyDown?(event: KeyboardEvent<HTMLElement>): void;
};

/** An event as a card in the colour of its calendar. */
export function EventCard(props: Props) {
  const { event, zone, day, look, style, isDragged, isLifted, isOpen, isSizable, onOpen, onKeyDown } = props;
  const spoken = useTranslation();
  const { one, span, calendar, key, finish } = event;
  const color = calendar && cardColor(calendar.color);
  const isTimed = one.kind !== 'day';
  const from = clockOf(span.start);
  const hasPlace = one.place !== '' && span.end - span.start >= ROOM_FOR_PLACE_MS;
  return (
    <button
      type="button"
      className={styles.card}
      style={
        {
          ...style,
          ...(color && { '--event': color.fill }),
          ...(look === 'box' && {
            '--lines': titleLines(span, hasPlace ? 2 : 1),
            '--lines-alone': titleLines(span, 0),
          }),
        } as CSSProperties
      }
      data-key={key}
      data-day={day}
      data-look={look}
      data-ink={color?.isDark === false ? 'dark' : 'light'}
      data-free={!one.is_busy || undefined}
      data-declined={one.is_declined}
      data-waiting={one.is_waiting}
      data-maybe={one.is_maybe}
      data-proposal={one.has_proposal}
      data-cut-before={props.isCutBefore || undefined}
      data-cut-after={props.isCutAfter || undefined}
      data-dragged={isDragged || undefined}
      data-lifted={isLifted || undefined}
      data-open={isOpen || undefined}
      tabIndex={props.tabIndex ?? -1}
      aria-haspopup="dialog"
      aria-expanded={isOpen ?? false}
      aria-label={spokenOccurrence(spoken, one, { zone, calendar: calendar?.name ?? null })}
      onClick={({ target, currentTarget }) => {
        if (finish && target instanceof Element && target.closest('[data-tick]')) finish();
        else onOpen(currentTarget);
      }}
      onKeyDown={onKeyDown}
    >
      {finish && <i className={styles.tick} data-tick aria-hidden />}
      {look === 'dot' && !finish && <i className={styles.dot} aria-hidden />}
      {look === 'dot' && isTimed && <span className={styles.time}>{from}</span>}
      <span className={styles.title}>
        {one.has_proposal && <IconClockQuestion className={styles.question} size={12} aria-hidden />}
        {occurrenceTitle(spoken, one)}
        {look === 'line' && <span className={styles.time}>, {from}</span>}
        {look === 'bar' && isTimed && !props.isCutBefore && <span className={styles.time}>, {from}</span>}
      </span>
      {look === 'box' && (
        <span className={styles.time}>
          {from} – {clockOf(span.end)}
        </span>
      )}
      {look === 'box' && hasPlace && <span className={styles.place}>{one.place}</span>}
      {look === 'box' && (one.repeats || one.is_private) && (
        <span className={styles.signs} aria-hidden>
          {one.repeats && <IconRepeat size={12} />}
          {one.is_private && <IconLock size={12} />}
        </span>
      )}
      {isSizable && isChangeable(one, calendar) && (
        <>
          {isLifted && <i className={styles.handle} data-resize="start" aria-hidden />}
          <i className={styles.handle} data-resize="end" aria-hidden />
        </>
      )}
    </button>
  );
}

/** As many lines of a title as have room above those of the time and the place: none is cut through. */
function titleLines({ start, end }: ShownEvent['span'], below: 0 | 1 | 2): number {
  const room = ((end - start) / HOUR_MS) * HOUR_PX - PADDING_PX;
  return Math.max(1, Math.floor(room / LINE_PX) - below);
}
