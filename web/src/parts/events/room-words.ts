import type { BookableRoom, TakenTime } from '@bocau/contract/calendar-rooms.ts';
import type { Spoken } from '../../i18n/i18n.ts';
import { clockOf, spanOf } from '../../model/calendar/occurrence-times.ts';
import { dayMonth } from './event-words.ts';

/** When an event asks for a room, and by whose clock. */
export type RoomTimes = { zone: string; startDay: string; isSeries: boolean };

/** At a chosen room, as it will answer. */
export function takenWords(spoken: Spoken, room: BookableRoom, times: RoomTimes): string {
  const { t } = spoken;
  if (!room.may_book) return t('calendar.rooms.lost.notYours', { room: room.name });
  if (room.too_far !== null) {
    const words = times.isSeries ? 'calendar.rooms.tooFarSeries' : 'calendar.rooms.tooFar';
    return t(words, { room: room.name, count: room.too_far });
  }
  const held = room.taken.map((time) => heldWords(spoken, time, times)).join('; ');
  const words = times.isSeries ? 'calendar.rooms.takenSeries' : 'calendar.rooms.taken';
  return t(words, { room: room.name, times: held });
}

/** 14:00–15:00 (Lan), with the day where it is not that of the event. */
export function heldWords(
  { t }: Spoken,
  { at, until, name }: TakenTime,
  { zone, startDay }: RoomTimes,
): string {
  const span = spanOf({ kind: 'zoned', at, until }, zone);
  const day = new Date(span.start).toISOString().slice(0, 10);
  const time = `${clockOf(span.start)}–${clockOf(span.end)}`;
  const when = day === startDay ? time : `${dayMonth(day)} ${time}`;
  return name === ''
    ? t('calendar.rooms.heldBySomebody', { when })
    : t('calendar.rooms.held', { when, name });
}
