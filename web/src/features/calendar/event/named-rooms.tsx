import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import { fold } from '@bocau/contract/fold.ts';
import { Button } from '@mantine/core';
import { IconDoor } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { declines } from '../../../parts/events/lost-rooms.ts';
import { takenWords } from '../../../parts/events/room-words.ts';
import { type EventFormValues, roomTimesOf } from '../form/form-values.ts';
import { useFreeRooms } from '../form/use-free-rooms.ts';
import { NamedChip } from './named-chip.tsx';
import styles from './quick-form.module.css';

/** Of rooms with a similar name. */
const MOST_OFFERED = 2;
/** They say that something is a room, and not which. */
const KIND_WORDS = new Set(['phong', 'hop', 'room', 'meeting']);

type Props = {
  /** With the place that the line names. */
  values: EventFormValues;
  /** CL-385: names of rooms that the person removed, which are no place either. */
  removed: readonly string[];
  /** The person's. */
  zone: string;
  onChange(rooms: EventFormValues['rooms'], removed: readonly string[]): void;
};

/** CL-365: rooms that the line names, to be booked by one press. */
export function NamedRooms({ values, removed, zone, onChange }: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  const { rooms } = useFreeRooms(values, undefined);
  const chosen = new Set(values.rooms.map(({ email }) => email));
  const offered = roomsNamed(values.place, rooms ?? [], chosen);
  const times = roomTimesOf(values, zone);
  const without = (name: string) => removed.filter((one) => one !== name);
  const isPlace = placeBeside(values, removed) !== '';
  const isAsked = !isPlace || offered.some((room) => declines(room) && !chosen.has(room.email));
  if (offered.length === 0) return null;

  return (
    <>
      <div className={styles.guests}>
        {offered.map((room) => {
          const { name, email } = room;
          const isChosen = chosen.has(email);
          const shown = room.taken.length > 0 ? t('calendar.quick.taken', { room: name }) : name;
          return (
            <NamedChip
              key={email}
              name={shown}
              label={t('calendar.quick.book', { room: shown })}
              icon={IconDoor}
              isChosen={isChosen}
              disabled={declines(room) && !isChosen}
              onToggle={() =>
                isChosen
                  ? onChange(
                      values.rooms.filter((one) => one.email !== email),
                      [...without(name), name],
                    )
                  : onChange([...values.rooms, { name, email }], without(name))
              }
            />
          );
        })}
      </div>
      {offered.filter(declines).map((room) => (
        <p key={room.email} className={styles.hint} role="status">
          {takenWords(spoken, room, times)}
        </p>
      ))}
      {isAsked && placeBeside(values, []) !== '' && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={styles.place}
          onClick={() => {
            const others = removed.filter((name) => !isNamed(name, values.place));
            const named = offered.map(({ name }) => name);
            onChange(values.rooms, isPlace ? [...others, ...named] : others);
          }}
        >
          {t(isPlace ? 'calendar.quick.noPlace' : 'calendar.quick.asPlace')}
        </Button>
      )}
    </>
  );
}

/** A room stands for the place that names it, and brings its own; one that was removed is no place either. */
export function placeBeside(
  { place, rooms }: Pick<EventFormValues, 'place' | 'rooms'>,
  removed: readonly string[],
): string {
  return [...rooms.map(({ name }) => name), ...removed].some((name) => isNamed(name, place)) ? '' : place;
}

/** Chosen ones, then free ones; those that are called just so leave no others. */
function roomsNamed(
  place: string,
  rooms: readonly BookableRoom[],
  chosen: ReadonlySet<string>,
): BookableRoom[] {
  const named = rooms.filter((room) => room.may_book && isNamed(room.name, place));
  const exact = named.filter(({ name }) => fold(name) === fold(place.trim()));
  const offered = (exact.length > 0 ? exact : named)
    .toSorted((one, other) => Number(declines(one)) - Number(declines(other)))
    .slice(0, MOST_OFFERED);
  const others = rooms.filter((room) => chosen.has(room.email) && !offered.includes(room));
  return [...others, ...offered];
}

/** “phòng A” and “room A” name Phòng họp A, and “phòng A tầng 3” the room that is called Phòng A. */
function isNamed(name: string, place: string): boolean {
  const [named, said] = [wordsOf(name), wordsOf(place)];
  const [ownNamed, ownSaid] = [named.filter(isOwn), said.filter(isOwn)];
  if (ownSaid.length === 0) return said.length > 0 && isWithin(said, named);
  return isWithin(ownSaid, ownNamed) || (ownNamed.length > 0 && isWithin(ownNamed, ownSaid));
}

const isOwn = (word: string) => !KIND_WORDS.has(word);
const isWithin = (words: readonly string[], others: readonly string[]) =>
  words.every((word) => others.includes(word));

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[\s,]+/)
    .filter((word) => word !== '');
}
