import { MOST_EVENT_ROOMS } from '@bocau/contract/calendar.ts';
import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconDoor } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import styles from './find-time.module.css';

type Props = {
  rooms: readonly MailAddress[];
  day: string;
  zone: string;
  onChange(rooms: readonly MailAddress[]): void;
};

/** Rooms of the domain, to be shown beside people; asked for when somebody wants them. */
export function RoomsToShow({ rooms, day, zone, onChange }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const isChosen = (email: string) => rooms.some((one) => one.email === email);
  const [known, setKnown] = useState<readonly BookableRoom[] | null>(null);
  const field = useRef<HTMLFieldSetElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (known !== null) field.current?.focus();
  }, [known]);

  async function load(): Promise<void> {
    // Of any hour: who has them is shown below.
    const time = (clock: string) => ({ day, clock, zone });
    const body = { start: time('09:00'), end: time('10:00'), rule: null };
    try {
      setKnown((await api.listFreeRooms({ body })).data);
    } catch (error) {
      notify({ text: errorWords(t, asApiError(error)), tone: 'danger' });
    }
  }

  if (known === null) {
    return (
      <div>
        <Button variant="default" leftSection={<IconDoor size={16} />} onClick={() => void load()}>
          {t('calendar.rooms.show')}
        </Button>
      </div>
    );
  }
  return (
    <fieldset ref={field} className={styles.toShow} tabIndex={-1}>
      <legend>{t('calendar.rooms.label')}</legend>
      {known.length === 0 && <p className={styles.none}>{t('calendar.rooms.none')}</p>}
      {known.map(({ email, name }) => (
        <Checkbox
          key={email}
          label={name}
          checked={isChosen(email)}
          disabled={!isChosen(email) && rooms.length >= MOST_EVENT_ROOMS}
          onChange={({ currentTarget }) =>
            onChange(
              currentTarget.checked
                ? [...rooms, { name, email }]
                : rooms.filter((one) => one.email !== email),
            )
          }
        />
      ))}
    </fieldset>
  );
}
