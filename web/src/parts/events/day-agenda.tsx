import type { Occurrence } from '@bocau/contract/calendar.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DAY_MS, dayOfWall, wallOfDay } from '../../lib/calendar-days.ts';
import { clockOf, spanOf } from '../../model/calendar/occurrence-times.ts';
import { useApi } from '../mailbox/use-api.ts';
import { useQuery } from '../queries/use-query.ts';
import { useSettings } from '../settings/use-settings.ts';
import styles from './day-agenda.module.css';

const SHOWN = 8;

type Props = {
  /** Moments. */
  at: number;
  until: number;
  /** Whether one is the event itself. */
  isSame(one: Occurrence): boolean;
};

/** What is in the calendar on the day of a time, and what of it is at the same time. */
export function DayAgenda({ at, until, isSame }: Props) {
  const api = useApi();
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const span = spanOf({ kind: 'zoned', at, until }, zone);
  const day = dayOfWall(span.start);
  const { data } = useQuery({
    queryKey: ['invitation-agenda', day, zone],
    queryFn: async ({ signal }) =>
      (await api.listEvents({ query: { from: day, to: day, zone } }, signal)).data,
  });
  if (!data) return null;
  const others = data.filter((one) => !isSame(one));
  const clashes = others.filter((one) => {
    const { start, end } = spanOf(one, zone);
    return one.is_busy && start < span.end && end > span.start;
  });
  return (
    <section className={styles.agenda} aria-label={t('invitation.agenda.label')}>
      <p data-clash={clashes.length > 0 || undefined}>
        {others.length === 0
          ? t('invitation.agenda.nothing')
          : clashes.length === 0
            ? t('invitation.agenda.free')
            : t('invitation.agenda.clash', { count: clashes.length })}
      </p>
      <ul>
        {others.slice(0, SHOWN).map((one) => (
          <li key={`${one.event_id} ${one.original}`} data-clash={clashes.includes(one) || undefined}>
            <span>{whenOf(one, zone, t('invitation.agenda.allDay'))}</span>{' '}
            {one.title || t('invitation.noTitle')}
          </li>
        ))}
      </ul>
      {others.length > SHOWN && <p>{t('invitation.agenda.more', { count: others.length - SHOWN })}</p>}
    </section>
  );
}

function whenOf(one: Occurrence, zone: string, allDay: string): string {
  if (one.kind === 'day') return allDay;
  const { start, end } = spanOf(one, zone);
  const isLonger = end - wallOfDay(dayOfWall(start)) > DAY_MS;
  return isLonger ? clockOf(start) : `${clockOf(start)}–${clockOf(end)}`;
}
