import { MOST_EVENT_ROOMS } from '@bocau/contract/calendar.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Checkbox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { SharePeople } from '../../../parts/shares/share-people.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { calendarRequest } from '../calendar-requests.ts';
import { useShownDays } from '../use-shown-days.ts';
import styles from './find-time.module.css';
import { FindTime } from './find-time.tsx';
import { OptionalPeople } from './optional-people.tsx';
import { RoomsToShow } from './rooms-to-show.tsx';

const NOBODY: ReadonlySet<string> = new Set();

type Props = { onClose(): void };

/** CV-11: when colleagues are busy, by their addresses; a time that is chosen begins an event. */
export function BusyDialog({ onClose }: Props) {
  const { t } = useTranslation();
  const { zone, today, now } = useShownDays();
  const own = useSessionState((session) => session.user()?.email ?? null);
  const field = useRef<HTMLInputElement>(null);
  const [people, setPeople] = useState<string[]>([]);
  const [optional, setOptional] = useState<readonly string[]>([]);
  const [rooms, setRooms] = useState<readonly MailAddress[]>([]);
  const addresses = rooms.map(({ email }) => email);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('calendar.findTime.title')}
      size={680}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className={styles.find}>
        <SharePeople
          field={field}
          people={people}
          outside={NOBODY}
          colleaguesOf={own}
          typed={typed}
          fault={fault}
          label={t('calendar.findTime.who')}
          onType={setTyped}
          onChange={(next) => setPeople(next.slice(0, LIMITS.busyPeople - 1 - MOST_EVENT_ROOMS))}
          onFault={setFault}
        />
        <OptionalPeople people={people} optional={optional} onChange={setOptional} />
        <RoomsToShow rooms={rooms} day={today} zone={zone} onChange={setRooms} />
        <FindTime
          emails={[...(own === null ? [] : [own]), ...people, ...addresses]}
          optional={optional}
          rooms={addresses}
          day={today}
          zone={zone}
          now={now}
          onChoose={(span) => {
            onClose();
            const mayStayAway = people.filter((email) => optional.includes(email));
            const required = people.filter((email) => !optional.includes(email));
            calendarRequest.set({ span, people: required, optional: mayStayAway, rooms });
          }}
        />
        <OwnChoice />
      </div>
    </Modal>
  );
}

/** CL-116: whether colleagues see when the person is busy. */
function OwnChoice() {
  const { t } = useTranslation();
  const api = useApi();
  const [shown, setShown] = useState<boolean | null>(null);
  useEffect(() => {
    let left = false;
    void api.getBusyChoice({}).then(
      ({ data }) => {
        if (!left) setShown(data.shown);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [api]);
  if (shown === null) return null;

  async function choose(next: boolean): Promise<void> {
    setShown(next);
    try {
      await api.setBusyChoice({ body: { shown: next } });
    } catch (error) {
      setShown(!next);
      notify({ text: errorWords(t, asApiError(error)), tone: 'danger' });
    }
  }

  return (
    <Checkbox
      label={t('calendar.findTime.showMine')}
      description={t('calendar.findTime.showMineHint')}
      checked={shown}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  );
}
