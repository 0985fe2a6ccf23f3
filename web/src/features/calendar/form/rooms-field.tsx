import { MOST_EVENT_ROOMS } from '@bocau/contract/calendar.ts';
import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { fold } from '@bocau/contract/fold.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Spoken } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { declines } from '../../../parts/events/lost-rooms.ts';
import { heldWords, type RoomTimes, takenWords } from '../../../parts/events/room-words.ts';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { type EventFormValues, roomTimesOf } from './form-values.ts';
import styles from './rooms-field.module.css';
import { useFreeRooms } from './use-free-rooms.ts';

type Props = {
  values: EventFormValues;
  /** The event that is edited. */
  eventId: string | undefined;
  /** The person's, of what has none. */
  zone: string;
  /** It was asked for just now. */
  isNew: boolean;
  onChange(rooms: readonly MailAddress[]): void;
  /** Escape closes the list where there is something to go back to. */
  onClose?: (() => void) | undefined;
};

const SHOWN = 12;
/** Fewer are seen at a glance. */
const SEARCHED_FROM = 9;

/** The rooms and the equipment of the domain, free ones first, with who has the others. */
export function RoomsField({ values, eventId, zone, isNew, onChange, onClose }: Props) {
  const field = useRef<HTMLFieldSetElement>(null);
  const begun = useRef(isNew);
  // The button that had the focus is gone. The rooms come later, below what is in sight already.
  useEffect(() => {
    if (!begun.current) return;
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'start' });
  }, []);
  const times = roomTimesOf(values, zone);
  const spoken = useTranslation();
  const { t } = spoken;
  const { rooms: known, failed, retry } = useFreeRooms(values, eventId);
  const [typed, setTyped] = useState('');
  const chosen = new Set(values.rooms.map(({ email }) => email.toLowerCase()));
  const isChosen = ({ email }: Pick<BookableRoom, 'email'>) => chosen.has(email);
  const words = fold(typed.trim());
  const all = known ?? [];
  // Rooms of elsewhere, and those that were deleted.
  const others = values.rooms.filter(({ email }) => !all.some((room) => room.email === email.toLowerCase()));
  const found = all
    .filter((room) => isChosen(room) || fold(`${room.name} ${room.place} ${room.email}`).includes(words))
    .toSorted((a, b) => orderOf(a, isChosen(a)) - orderOf(b, isChosen(b)));
  const shown = found.slice(0, SHOWN);

  function toggle({ name, email }: MailAddress, isWanted: boolean): void {
    const rest = values.rooms.filter((room) => room.email.toLowerCase() !== email.toLowerCase());
    onChange(isWanted ? [...rest, { name, email }].slice(0, MOST_EVENT_ROOMS) : rest);
  }

  /** CL-302: it is about what is typed here, or about the list, and not about the form around it. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || (typed === '' && !onClose)) return;
    event.preventDefault();
    if (typed === '') onClose?.();
    else setTyped('');
  }

  return (
    <fieldset ref={field} className={styles.rooms} tabIndex={-1} onKeyDown={onKeyDown}>
      <legend>{t('calendar.rooms.label')}</legend>
      {failed && known === null && <LoadFailed words={t('calendar.rooms.failed')} onRetry={retry} />}
      {known?.length === 0 && others.length === 0 && (
        <p className={styles.note}>{t('calendar.rooms.none')}</p>
      )}
      {all.length >= SEARCHED_FROM && (
        <TextInput
          aria-label={t('calendar.rooms.search')}
          placeholder={t('calendar.rooms.search')}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          // A search does not save the event.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {others.map((room) => (
        <Checkbox
          key={room.email}
          label={room.name || room.email}
          checked
          onChange={() => toggle(room, false)}
        />
      ))}
      {shown.map((room) => (
        <Checkbox
          key={room.email}
          label={room.name}
          description={[placeWords(spoken, room), stateWords(spoken, room, times)]
            .filter(Boolean)
            .join(' · ')}
          error={isChosen(room) && declines(room) ? takenWords(spoken, room, times) : undefined}
          disabled={!room.may_book && !isChosen(room)}
          checked={isChosen(room)}
          onChange={({ currentTarget }) => toggle(room, currentTarget.checked)}
        />
      ))}
      {found.length > shown.length && (
        <p className={styles.note}>{t('calendar.rooms.more', { count: found.length - shown.length })}</p>
      )}
    </fieldset>
  );
}

/** Chosen ones, then free ones, then those that are taken, then those of others. */
function orderOf({ may_book, taken, too_far }: BookableRoom, isChosen: boolean): number {
  if (isChosen) return 0;
  if (!may_book) return 3;
  return taken.length > 0 || too_far !== null ? 2 : 1;
}

function placeWords({ t }: Spoken, { place, seats, note }: BookableRoom): string {
  return [place, seats === null ? '' : t('calendar.rooms.seats', { count: seats }), note]
    .filter(Boolean)
    .join(' · ');
}

function stateWords(spoken: Spoken, room: BookableRoom, times: RoomTimes): string {
  const { t } = spoken;
  if (!room.may_book) return t('calendar.rooms.notYours');
  if (room.too_far !== null) return t('calendar.rooms.ahead', { count: room.too_far });
  const [first] = room.taken;
  return first ? heldWords(spoken, first, times) : t('calendar.rooms.free');
}
