import type { Occurrence } from '@bocau/contract/calendar.ts';
import type { Invitation } from '@bocau/contract/invitations.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DAY_MS, dayOfWall, wallOfDay } from '../../lib/calendar-days.ts';
import { clockOf, spanOf } from '../../model/calendar/occurrence-times.ts';
import { useApi } from '../mailbox/use-api.ts';
import { useQuery } from '../queries/use-query.ts';
import { useSettings } from '../settings/use-settings.ts';
import styles from './invitation-card.module.css';

const SHOWN = 8;
const HOUR = 3600;

/** CL-89: what is in the calendar on the day of an invitation, and what of it is at the same time. */
export function InvitationAgenda({ invitation }: { invitation: Invitation }) {
  const api = useApi();
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const meant = timesOf(invitation, zone);
  const { data } = useQuery({
    queryKey: ['invitation-agenda', meant?.day ?? '', zone],
    queryFn: async ({ signal }) => {
      if (!meant) return [];
      return (await api.listEvents({ query: { from: meant.day, to: meant.day, zone } }, signal)).data;
    },
  });
  if (!meant || !data) return null;
  const others = data.filter((one) => one.event_id !== invitation.event_id && !isSame(one, invitation));
  const clashes = others.filter((one) => one.is_busy && overlaps(one, meant));
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

type Meant = { day: string; at: number; until: number };

/** By the clock of the person; null for what takes whole days, and for what has no known time. */
function timesOf({ start, end }: Invitation, zone: string): Meant | null {
  if (start?.at == null) return null;
  const until = end?.at ?? start.at + HOUR;
  const { start: wall } = spanOf({ kind: 'zoned', at: start.at, until }, zone);
  return { day: dayOfWall(wall), at: start.at, until };
}

/** The event itself may have come into the calendar since the card was opened. */
function isSame(one: Occurrence, { title, start }: Invitation): boolean {
  return one.title === title && one.at === start?.at;
}

function overlaps(one: Occurrence, { at, until }: Meant): boolean {
  return one.kind === 'zoned' && one.at < until && one.until > at;
}

function whenOf(one: Occurrence, zone: string, allDay: string): string {
  if (one.kind === 'day') return allDay;
  const { start, end } = spanOf(one, zone);
  const isLonger = end - wallOfDay(dayOfWall(start)) > DAY_MS;
  return isLonger ? clockOf(start) : `${clockOf(start)}–${clockOf(end)}`;
}
