import type { TakenTime } from '@bocau/contract/calendar-rooms.ts';
import { useEffect, useState } from 'react';
import type { Spoken } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { spanOf } from '../../../model/calendar/occurrence-times.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import styles from './find-time.module.css';
import { hoursOn } from './free-times.ts';

type RoomTimes = { email: string; name: string; taken: TakenTime[] };
type Props = { rooms: readonly string[]; day: string; zone: string };

/** CL-178: who has rooms on a day, and what for where it is the person. */
export function RoomDays({ rooms, day, zone }: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  const api = useApi();
  const [known, setKnown] = useState<readonly RoomTimes[]>([]);
  const wanted = rooms.join(' ');
  useEffect(() => {
    let left = false;
    const body = { rooms: wanted.split(' '), from: day, to: day, zone };
    // The rows above say so when it fails.
    void api.listRoomTimes({ body }).then(
      ({ data }) => {
        if (!left) setKnown(data);
      },
      () => {
        if (!left) setKnown([]);
      },
    );
    return () => {
      left = true;
    };
  }, [api, wanted, day, zone]);
  if (known.length === 0) return null;
  return (
    <section aria-label={t('calendar.rooms.days')}>
      <h3 className={styles.heading}>{t('calendar.rooms.days')}</h3>
      <dl className={styles.rooms}>
        {known.map(({ email, name, taken }) => (
          <div key={email}>
            <dt>{name}</dt>
            {taken.length === 0 && <dd>{t('calendar.rooms.allFree')}</dd>}
            {taken.map((time) => (
              <dd key={`${time.at} ${time.email}`}>{timeWords(spoken, time, { day, zone })}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

function timeWords(
  { t }: Spoken,
  { at, until, name, title }: TakenTime,
  { day, zone }: { day: string; zone: string },
): string {
  const { isWhole, from, to } = hoursOn(day, spanOf({ kind: 'zoned', at, until }, zone));
  const what = title === null ? [] : [title || t('calendar.noTitle')];
  const when = isWhole ? t('calendar.allDay') : `${from}–${to}`;
  return [when, name || t('calendar.rooms.somebody'), ...what].join(' · ');
}
