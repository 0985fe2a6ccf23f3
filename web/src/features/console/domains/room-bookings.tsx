import type { RoomBooking } from '@bocau/contract/admin-rooms.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import people from '../people/people.module.css';

/** More than these are not listed. */
const MOST_LISTED = 100;

type Props = { domain: string; room: string; onReleased(): void };

/** CL-213: whose events have the room, which is taken from one of them. */
export function RoomBookings({ domain, room, onReleased }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { time_zone: zone } = useSettings();
  const params = { domain, room };
  const bookings = useQuery({
    queryKey: ['domain-room-bookings', room],
    queryFn: async () => (await api.listRoomBookings({ params })).data,
    gcTime: 0,
  });
  const { busy, run } = useAccountAttempt();
  const [asked, setAsked] = useState<RoomBooking | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const whenOf = ({ at }: RoomBooking) => shortMoment(at, now(), zone);

  async function release({ event_id: event, name }: RoomBooking) {
    setAsked(null);
    const done = await run(async () => {
      await api.releaseRoom({ params: { ...params, event } });
      return true;
    });
    if (!done) return;
    notify({ text: t('admin.rooms.released', { name }) });
    // The line that had the focus goes.
    heading.current?.focus();
    await bookings.refetch();
    onReleased();
  }

  return (
    <section className={people.part} aria-labelledby="domain-room-bookings">
      <h3 id="domain-room-bookings" ref={heading} tabIndex={-1}>
        {t('admin.rooms.bookings')}
      </h3>
      {!bookings.data && <AccountState query={bookings} lines={2} />}
      {bookings.data?.length === 0 && <p>{t('admin.rooms.bookingsNone')}</p>}
      {bookings.data?.length === MOST_LISTED && (
        <p>{t('admin.rooms.bookingsFirst', { count: MOST_LISTED })}</p>
      )}
      {bookings.data && bookings.data.length > 0 && (
        <ul className={pageStyles.lines} aria-labelledby="domain-room-bookings">
          {bookings.data.map((booking) => (
            <li key={booking.event_id} className={pageStyles.line}>
              <span className={pageStyles.what}>
                <span className={pageStyles.name}>{booking.name || booking.email}</span>
                <span className={pageStyles.detail}>{detailOf(booking)}</span>
              </span>
              <Button
                variant="default"
                disabled={busy}
                aria-label={t('admin.rooms.releaseOf', { name: booking.name, when: whenOf(booking) })}
                onClick={() => setAsked(booking)}
              >
                {t('admin.rooms.release')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ChoiceDialog
          title={t('admin.rooms.releaseAsk', { name: asked.name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('admin.rooms.release'), tone: 'danger' }}
          onSafe={() => setAsked(null)}
          onOther={() => void release(asked)}
        >
          {t('admin.rooms.releaseAbout', { name: asked.name, when: whenOf(asked) })}
        </ChoiceDialog>
      )}
    </section>
  );

  function detailOf(booking: RoomBooking): string {
    const { email, times, last_until: last } = booking;
    const until = shortMoment(last, now(), zone);
    const series = times > 1 ? [t('admin.rooms.bookingTimes', { count: times, until })] : [];
    return [email, whenOf(booking), ...series].join(' · ');
  }
}
