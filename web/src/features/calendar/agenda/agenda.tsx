import { IconClockQuestion, IconLock, IconMapPin, IconRepeat } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { addDays, DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import { clockOf } from '../../../model/calendar/occurrence-times.ts';
import { dayWords } from '../../../parts/events/event-words.ts';
import { occurrenceTitle, spokenOccurrence } from '../calendar-words.ts';
import { LunarDate } from '../lunar/lunar-date.tsx';
import type { CalendarScreenState, ShownEvent } from '../use-calendar-screen.ts';
import styles from './agenda.module.css';

type Props = { screen: CalendarScreenState };

/** What happens, day after day; days without anything are left out, but for today. */
export function Agenda({ screen }: Props) {
  const { t, language } = useTranslation();
  const { days, events, today, show } = screen;
  const root = useRef<HTMLDivElement>(null);
  const byDay = days.map((day) => {
    const start = wallOfDay(day);
    return {
      day,
      events: events.filter(
        ({ span }) => span.start < start + DAY_MS && Math.max(span.end, span.start + 1) > start,
      ),
    };
  });
  const next = addDays(days.at(-1) ?? today, 1);

  /** Arrow keys go from one to the next. */
  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.altKey) return;
    const lines = [...(root.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    const at = lines.indexOf(document.activeElement as HTMLElement);
    const line = lines[at + by];
    if (!line || at + by < 0) return;
    event.preventDefault();
    line.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons within
    <div ref={root} className={styles.agenda} onKeyDown={onKeyDown}>
      {byDay
        .filter((each) => each.events.length > 0 || each.day === today)
        .map((each) => (
          <section key={each.day} className={styles.day} aria-label={dayWords(each.day, language)}>
            <h2 data-today={each.day === today || undefined}>
              <button type="button" onClick={() => show('day', each.day)}>
                {dayWords(each.day, language)}
              </button>
              {each.day === today && <span>{t('calendar.today')}</span>}
              <LunarDate day={each.day} as="plain" />
            </h2>
            {each.events.length === 0 ? (
              <p className={styles.none}>{t('calendar.empty.day')}</p>
            ) : (
              <ul>
                {each.events.map((event) => (
                  <AgendaLine key={event.key} event={event} day={each.day} screen={screen} />
                ))}
              </ul>
            )}
          </section>
        ))}
      {screen.rangeView.loading === 'ready' && (
        <button type="button" className={styles.later} onClick={() => show('agenda', next)}>
          {t('calendar.empty.later', { day: dayWords(addDays(next, days.length - 1), language) })}
        </button>
      )}
    </div>
  );
}

type LineProps = { event: ShownEvent; day: string; screen: CalendarScreenState };

function AgendaLine({ event, day, screen }: LineProps) {
  const spoken = useTranslation();
  const { t } = spoken;
  const { one, span, calendar, key } = event;
  const start = wallOfDay(day);
  const isWhole = one.kind === 'day' || (span.start <= start && span.end >= start + DAY_MS);
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        style={{ '--event': calendar?.color } as CSSProperties}
        data-key={key}
        data-day={day}
        data-free={!one.is_busy || undefined}
        data-declined={one.is_declined}
        data-waiting={one.is_waiting}
        data-maybe={one.is_maybe}
        aria-haspopup="dialog"
        aria-expanded={screen.opened?.one === one}
        aria-label={spokenOccurrence(spoken, one, { zone: screen.zone, calendar: calendar?.name ?? null })}
        onClick={({ currentTarget }) => screen.open({ one, anchor: currentTarget })}
      >
        <span className={styles.time}>
          {isWhole ? (
            t('calendar.allDay')
          ) : (
            <>
              {clockOf(Math.max(span.start, start))}
              {span.end > span.start && <> – {clockOf(Math.min(span.end, start + DAY_MS))}</>}
            </>
          )}
        </span>
        <i className={styles.mark} />
        <span className={styles.what}>
          <b>
            {occurrenceTitle(spoken, one)}
            {one.repeats && <IconRepeat size={14} />}
            {one.is_private && <IconLock size={14} />}
          </b>
          {one.is_waiting && <small>{t('calendar.waiting')}</small>}
          {one.is_maybe && <small>{t('calendar.maybe')}</small>}
          {one.has_proposal && (
            <small>
              <IconClockQuestion size={14} /> {t('calendar.hasProposal')}
            </small>
          )}
          {one.place && (
            <small>
              <IconMapPin size={14} /> {one.place}
            </small>
          )}
        </span>
      </button>
    </li>
  );
}
