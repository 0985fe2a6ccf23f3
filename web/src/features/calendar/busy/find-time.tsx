import { Button, NativeSelect } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { addDays, DAY_MS, wallOfDay } from '../../../lib/calendar-days.ts';
import { clockOf, isWithin, type Span } from '../../../model/calendar/occurrence-times.ts';
import { DateField } from '../../../parts/dates/date-field.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { spanWords } from '../calendar-words.ts';
import styles from './find-time.module.css';
import { freeTimes, hoursOn, OPEN, spansOn } from './free-times.ts';
import { RoomDays } from './room-days.tsx';
import { useBusyPeople } from './use-busy-people.ts';

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21] as const;
const LENGTHS = [30, 60, 90, 120] as const;

/** So many stand there until more are asked for. */
const SHOWN = 6;

/** Where office hours begin and end in the line of a day. */
const OFFICE = { '--open': OPEN.from / DAY_MS, '--closed': OPEN.to / DAY_MS } as CSSProperties;

/** Places of those. */
const TIMES_TO_COME = Array.from({ length: SHOWN }, (_, at) => at);

const NONE: readonly string[] = [];

type Props = {
  /** Whose times are shown, oneself first where one is to be free too. */
  emails: readonly string[];
  /** Those among them who may stay away: a time is offered all the same, and says so. */
  optional?: readonly string[];
  /** Those among them that are rooms: of these it is told who has them. */
  rooms?: readonly string[];
  /** The day that is shown first. */
  day: string;
  zone: string;
  /** On the person's wall: earlier times are not offered. */
  now: number;
  /** How many minutes are needed. */
  length?: number;
  /** The time that is chosen. */
  chosen?: Span | null;
  /** The event that is to be moved, which takes no time itself. */
  eventId?: string | undefined;
  onChoose(span: Span): void;
};

/** People side by side over the hours of a day, and the times at which all of them are free. */
export function FindTime({
  emails,
  optional = NONE,
  rooms = NONE,
  day: firstDay,
  zone,
  now,
  length = 60,
  chosen = null,
  eventId,
  onChoose,
}: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  const [day, setDay] = useState(firstDay);
  const [minutes, setMinutes] = useState(length);
  const [allOf, setAllOf] = useState('');
  const lengths = [...new Set([...LENGTHS, length])].toSorted((a, b) => a - b);
  const { people, failed, retry } = useBusyPeople({ emails, day, zone, eventId });
  const rows = (people ?? []).map(({ busy, ...who }) => ({
    ...who,
    spans: busy === null ? null : spansOn(day, busy, zone),
  }));
  // Until they are known their lines stand there all the same, so that what is below does not move.
  const isWaiting = people === null && !failed;
  const unknown = rows.filter(({ spans }) => spans === null);
  const mayStayAway = rows.filter(({ email }) => optional.includes(email));
  const taken = rows.flatMap((row) => (mayStayAway.includes(row) ? [] : (row.spans ?? [])));
  // Of whom nothing is known is not counted as free.
  const free = freeTimes(day, taken, minutes, now);
  const shown = allOf === day ? free : free.slice(0, SHOWN);
  const offered = t(unknown.length > 0 ? 'calendar.findTime.offeredToOthers' : 'calendar.findTime.offered');

  return (
    <div className={styles.find}>
      <div className={styles.choices}>
        <DateField
          label={t('calendar.findTime.day')}
          value={day}
          lean={{ to: 'ahead', from: firstDay }}
          onChange={(next) => next && setDay(next)}
        />
        <NativeSelect
          aria-label={t('calendar.findTime.length')}
          value={String(minutes)}
          data={lengths.map((value) => ({
            value: String(value),
            label: t('calendar.findTime.minutes', { count: value }),
          }))}
          onChange={({ currentTarget }) => setMinutes(Number(currentTarget.value))}
        />
      </div>
      {failed && <LoadFailed words={t('calendar.findTime.failed')} onRetry={retry} />}
      {isWaiting && (
        <div className={styles.table} style={OFFICE} aria-hidden>
          <div className={styles.hours} />
          <div className={styles.people}>
            {emails.map((email) => (
              <div key={email} className={styles.line}>
                <span className={styles.name}>{email}</span>
                <span className={styles.track} />
              </div>
            ))}
          </div>
        </div>
      )}
      {rows.length > 0 && (
        <div className={styles.table} style={OFFICE}>
          <div className={styles.hours} aria-hidden>
            {HOURS.map((hour) => (
              <span key={hour} style={{ '--at': hour / 24 } as CSSProperties}>
                {hour}
              </span>
            ))}
          </div>
          <ul className={styles.people} aria-label={t('calendar.findTime.people')}>
            {rows.map(({ email, name, spans }) => (
              <li key={email} className={styles.line}>
                <span className={styles.name} title={email}>
                  {name || email}
                </span>
                <span className={styles.track} data-unknown={spans === null || undefined}>
                  {spans?.map((span) => (
                    <i
                      key={`${span.start} ${span.tentative}`}
                      data-tentative={span.tentative || undefined}
                      style={placeOf(span, day)}
                      aria-hidden
                    />
                  ))}
                  {chosen !== null && isWithin(chosen, day, day) && (
                    <i data-chosen style={placeOf(chosen, day)} aria-hidden />
                  )}
                  <span className={spans === null ? styles.unknown : 'visually-hidden'}>
                    {spans === null
                      ? t('calendar.findTime.unknown')
                      : spans.length === 0
                        ? t('calendar.findTime.free')
                        : spans.map((span) => wordsOf(span)).join(', ')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {rooms.length > 0 && <RoomDays rooms={rooms} day={day} zone={zone} />}
      {unknown.length > 0 && (
        <p className={styles.none} role="status">
          {t('calendar.findTime.leftOut', {
            people: unknown.map(({ name, email }) => name || email).join(', '),
          })}
        </p>
      )}
      {isWaiting && emails.length > 0 && (
        <div className={styles.waiting} aria-hidden>
          <h3 className={styles.heading}>{offered}</h3>
          <div className={styles.offers}>
            {TIMES_TO_COME.map((key) => (
              <Button key={key} variant="default" tabIndex={-1}>
                00:00 – 00:00
              </Button>
            ))}
          </div>
        </div>
      )}
      {rows.length > unknown.length && (
        <section aria-label={offered} aria-live="polite">
          <h3 className={styles.heading}>{offered}</h3>
          {free.length === 0 && <p className={styles.none}>{t('calendar.findTime.none')}</p>}
          <div className={styles.offers}>
            {shown.map((span) => (
              <Button
                key={span.start}
                variant={chosen !== null && isSame(span, chosen) ? 'filled' : 'default'}
                aria-pressed={chosen !== null ? isSame(span, chosen) : undefined}
                onClick={() => onChoose(span)}
              >
                {clockOf(span.start)} – {clockOf(span.end)}
                {withoutWords(span)}
              </Button>
            ))}
          </div>
        </section>
      )}
      {chosen !== null && (
        <p className={styles.chosen} role="status">
          {t('calendar.findTime.chosen', { when: spanWords(spoken, chosen, 'zoned') })}
        </p>
      )}
      {emails.length > 0 && (
        <div className={styles.offers}>
          {shown.length < free.length && rows.length > unknown.length && (
            <Button variant="subtle" onClick={() => setAllOf(day)}>
              {t('calendar.findTime.more', { count: free.length - shown.length })}
            </Button>
          )}
          <Button variant="subtle" onClick={() => setDay(addDays(day, 1))}>
            {t('calendar.findTime.nextDay')}
          </Button>
        </div>
      )}
    </div>
  );

  /** Who of those who may stay away is busy then. */
  function withoutWords({ start, end }: Span): string {
    const busy = mayStayAway.filter(({ spans }) =>
      spans?.some((span) => span.start < end && span.end > start),
    );
    if (busy.length === 0) return '';
    const people = busy.map(({ name, email }) => name || email).join(', ');
    return ` ${t('calendar.findTime.without', { people })}`;
  }

  function wordsOf({ start, end, tentative }: Span & { tentative: boolean }): string {
    const { isWhole, from, to } = hoursOn(day, { start, end });
    if (isWhole) return t(tentative ? 'calendar.findTime.maybeAll' : 'calendar.findTime.busyAll');
    const times = { from, to };
    return t(tentative ? 'calendar.findTime.maybe' : 'calendar.findTime.busy', times);
  }
}

function isSame(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}

function placeOf({ start, end }: Span, day: string): CSSProperties {
  const first = wallOfDay(day);
  const part = (wall: number) => `${((wall - first) / DAY_MS) * 100}%`;
  return { left: part(start), width: `calc(${part(first + end - start)} - 1px)` };
}
