import type { File } from '@bocau/contract/messages.ts';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFileText } from './file-text.ts';
import styles from './preview-overlay.module.css';
import { Fallback, Waiting } from './preview-states.tsx';
import { type CalendarEvent, type EventTime, readCalendar } from './read-calendar.ts';

/** An invitation as a card: what, when, where, and who asks. */
export function EventPreview({ file }: { file: File }) {
  const { t } = useTranslation();
  const { data, isError } = useFileText(file.id);
  if (isError) return <Fallback file={file} words={t('attachments.preview.failed')} />;
  if (!data) return <Waiting />;
  const event = readCalendar(data.text);
  if (!event) return <Fallback file={file} words={t('attachments.event.unreadable')} />;
  const facts = [
    ['when', printPeriod(event)],
    ['where', event.where],
    ['organiser', event.organiser],
    ['repeats', event.repeats ? t('attachments.event.yes') : ''],
  ] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keys
    <div className={styles.scroll} tabIndex={0}>
      <div className={styles.paper}>
        <p className={styles.note}>
          <IconCalendarEvent size={16} aria-hidden /> {t('attachments.event.title')}
          {event.cancelled && ` · ${t('attachments.event.cancelled')}`}
        </p>
        <h2>{event.title || t('attachments.event.noTitle')}</h2>
        <dl className={styles.facts}>
          {facts.map(
            ([fact, words]) =>
              words !== '' && (
                <div key={fact} style={{ display: 'contents' }}>
                  <dt>{t(`attachments.event.${fact}`)}</dt>
                  <dd>{words}</dd>
                </div>
              ),
          )}
        </dl>
        {event.description !== '' && <pre className={styles.text}>{event.description}</pre>}
      </div>
    </div>
  );
}

function printPeriod({ start, end }: CalendarEvent): string {
  if (!start) return '';
  const from = localTime(start);
  const to = end && localTime(end);
  if (!to || start.clock === null) return printTime(from);
  const sameDay = printDay(from) === printDay(to);
  const zone = to.zone === null ? '' : ` (${to.zone})`;
  return sameDay
    ? `${printDay(from)} ${from.clock}–${to.clock}${zone}`
    : `${printTime(from)} – ${printTime(to)}`;
}

/** Moments in UTC are told in the reader's own time; others in the zone that they name. */
function localTime(time: EventTime): EventTime {
  if (time.zone !== 'UTC' || time.clock === null) return time;
  const [hour, minute] = time.clock.split(':').map(Number);
  const date = new Date(Date.UTC(time.year, time.month - 1, time.day, hour, minute));
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    clock: `${two(date.getHours())}:${two(date.getMinutes())}`,
    zone: null,
  };
}

function printTime(time: EventTime): string {
  const zone = time.zone === null ? '' : ` (${time.zone})`;
  return time.clock === null ? printDay(time) : `${printDay(time)} ${time.clock}${zone}`;
}

function printDay({ year, month, day }: EventTime): string {
  return `${two(day)}/${two(month)}/${year}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
