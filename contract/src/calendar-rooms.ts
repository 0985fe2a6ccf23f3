import { z } from 'zod';
import { ROOM_KINDS } from './admin-rooms.ts';
import { calendarDay, calendarTime, MOST_EVENT_ROOMS } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { id, line, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

/** When a room is taken, and by whom. */
export const takenTime = z.object({
  at: unixSeconds,
  /** Exclusive. */
  until: unixSeconds,
  /** Who has it. */
  name: z.string(),
  email: z.string(),
  /** What for, of one’s own; null of what others have it for. */
  title: z.string().nullable(),
});
export type TakenTime = z.infer<typeof takenTime>;

export const bookableRoom = z.object({
  email: z.string(),
  name: z.string(),
  kind: z.enum(ROOM_KINDS),
  place: z.string(),
  seats: z.number().int().nullable(),
  note: z.string(),
  /** Whether one may book it oneself. */
  may_book: z.boolean(),
  /** How many days ahead it is given, where the event asks for more; else null. */
  too_far: z.number().int().nullable(),
  /** Who has it at the times that were asked for, the earliest first; at most five. */
  taken: z.array(takenTime),
});
export type BookableRoom = z.infer<typeof bookableRoom>;

export const listFreeRooms = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/rooms/free',
  summary:
    'The rooms of one’s domain, and who has them at the time of an event: of a series its next 50 times, or all of the next two years of rooms that are named',
  access: 'session',
  on: 'person',
  body: z.object({
    start: calendarTime,
    /** Of whole days the last one. */
    end: calendarTime,
    rule: line(500).nullable(),
    /** The event that asks, which does not take a room from itself. */
    event_id: id.optional(),
    rooms: z.array(line(LIMITS.recipientLength)).max(MOST_EVENT_ROOMS).optional(),
  }),
  data: z.array(bookableRoom),
  errors: ['invalid_event', 'event_not_found'],
});

export const listRoomTimes = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/rooms/times',
  summary: 'When rooms of one’s domain are taken from one day to another, and by whom',
  access: 'session',
  on: 'person',
  body: z.object({
    rooms: z.array(line(LIMITS.recipientLength)).min(1).max(MOST_EVENT_ROOMS),
    from: calendarDay,
    /** The last day. */
    to: calendarDay,
    /** By whose clock the days are meant. */
    zone: z.string().max(64),
  }),
  data: z.array(z.object({ email: z.string(), name: z.string(), taken: z.array(takenTime) })),
  errors: ['invalid_days'],
});
