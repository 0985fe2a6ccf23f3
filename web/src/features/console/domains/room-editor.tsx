import type { Room } from '@bocau/contract/admin-rooms.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import people from '../people/people.module.css';
import { RoomBookings } from './room-bookings.tsx';
import { RoomSettings } from './room-settings.tsx';

type Props = { domain: string; room: string; onChanged(): Promise<unknown>; onClose(): void };

/** One room: what it is, who may book it, who has it, and its deletion. */
export function RoomEditor({ domain, room, onChanged, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const params = { domain, room };
  const shown = useQuery({
    queryKey: ['domain-room', room],
    queryFn: async () => (await api.showRoom({ params })).data,
    gcTime: 0,
  });
  const { busy, run } = useAccountAttempt();
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function remove() {
    setAsking(false);
    const done = await run(async () => {
      await api.deleteRoom({ params });
      await onChanged();
      return true;
    });
    if (!done) return;
    notify({ text: t('admin.rooms.deleted', { address: room }) });
    onClose();
  }

  return (
    <>
      <section className={people.part} aria-labelledby="domain-room">
        <div className={people.acts}>
          <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
            {t('admin.rooms.all')}
          </Button>
        </div>
        <h3 id="domain-room" className={people.address} ref={heading} tabIndex={-1}>
          {room}
        </h3>
        {shown.data ? (
          <RoomSettings
            room={shown.data}
            onSave={(body) => api.changeRoom({ params, body })}
            onChanged={async () => {
              await Promise.all([shown.refetch(), onChanged()]);
            }}
          />
        ) : (
          <AccountState query={shown} lines={4} />
        )}
      </section>
      <RoomBookings domain={domain} room={room} onReleased={() => void shown.refetch()} />
      {shown.data && (
        <section className={people.part} aria-labelledby="domain-room-end">
          <h3 id="domain-room-end">{t('admin.rooms.end')}</h3>
          <Booked room={shown.data} />
          <p>{t('admin.rooms.endAbout')}</p>
          <div className={people.acts}>
            <Button color="red" variant="light" disabled={busy} onClick={() => setAsking(true)}>
              {t('admin.rooms.delete')}
            </Button>
          </div>
        </section>
      )}
      {asking && shown.data && (
        <ChoiceDialog
          title={t('admin.rooms.ask', { name: shown.data.name })}
          safe={t('common.actions.cancel')}
          other={{ label: t('admin.rooms.delete'), tone: 'danger' }}
          onSafe={() => setAsking(false)}
          onOther={() => void remove()}
        >
          <Booked room={shown.data} />
          <p>{t('admin.rooms.endAbout')}</p>
        </ChoiceDialog>
      )}
    </>
  );
}

/** What it is booked for next. */
function Booked({ room: { booked, next } }: { room: Room }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  return (
    <>
      <p>{t('admin.rooms.booked', { count: booked })}</p>
      {next.length > 0 && (
        <ul>
          {next.map(({ at, name }) => (
            <li key={at}>{t('admin.rooms.bookedBy', { when: shortMoment(at, now(), zone), name })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
