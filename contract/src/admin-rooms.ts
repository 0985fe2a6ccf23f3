import { z } from 'zod';
import { ADMIN_READS, ADMIN_WRITES } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { done, id, unixSeconds } from './fields.ts';

export const MOST_ROOMS = 500;
const MOST_BOOKERS = 100;
/** So far ahead a room is given at most. */
export const MOST_DAYS_AHEAD = 540;
const LONGEST_ADDRESS = 254;

export const ROOM_KINDS = ['room', 'equipment'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** Everybody of the domain; the named people and groups. */
export const ROOM_BOOKERS = ['domain', 'named'] as const;
export type RoomBookers = (typeof ROOM_BOOKERS)[number];

const email = z.string().min(1).max(LONGEST_ADDRESS);
const whichDomain = z.object({ domain: z.string().min(1).max(253) });
/** By its address. */
const whichRoom = whichDomain.extend({ room: email });

const settings = z.object({
  name: z.string().trim().min(1).max(100),
  kind: z.enum(ROOM_KINDS),
  /** Where it is: building, floor. */
  place: z.string().trim().max(200),
  seats: z.number().int().min(1).max(10_000).nullable(),
  note: z.string().trim().max(500),
  bookers: z.enum(ROOM_BOOKERS),
  /** Who may book it, where that is the named ones. */
  named: z.array(email).max(MOST_BOOKERS),
  /**
   * What asks for it later than in so many days is declined, series without an end among it; null for the most, of which
   * series have what is later where it is free.
   */
  ahead_days: z.number().int().min(1).max(MOST_DAYS_AHEAD).nullable(),
});
export type RoomSettings = z.infer<typeof settings>;

const room = settings.extend({
  email: z.string(),
  created_at: unixSeconds,
  /** How often it is booked from now on. */
  booked: z.number().int(),
  /** When it is booked next, and by whom. */
  next: z.array(z.object({ at: unixSeconds, until: unixSeconds, name: z.string() })),
});
export type Room = z.infer<typeof room>;

const reading = { access: { admin: 'people:read' }, limit: ADMIN_READS } as const;
const writing = { access: { admin: 'people:write' }, limit: ADMIN_WRITES } as const;

export const listRooms = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/admin/v1/domains/:domain/rooms',
  summary: 'The rooms and the equipment of a domain',
  params: whichDomain,
  data: z.array(room.omit({ named: true, next: true, note: true, booked: true, ahead_days: true })),
  errors: ['not_found'],
});
export type ListedRoom = z.infer<typeof listRooms.data>[number];

export const addRoom = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/v1/domains/:domain/rooms',
  summary: 'A new room, or equipment; `local` is its address before the @, which is nobody’s mailbox',
  params: whichDomain,
  body: z.object({ local: z.string().min(1).max(64), settings: settings.partial().required({ name: true }) }),
  data: room,
  errors: ['not_found', 'already_exists', 'proof_required'],
});

export const showRoom = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/admin/v1/domains/:domain/rooms/:room',
  summary: 'One room, by its address, with what it is booked for next',
  params: whichRoom,
  data: room,
  errors: ['not_found'],
});

export const changeRoom = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/admin/v1/domains/:domain/rooms/:room',
  summary: 'Changes what is given. What is booked already stays',
  params: whichRoom,
  body: settings.partial(),
  data: room,
  errors: ['not_found', 'proof_required'],
});

export const deleteRoom = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/admin/v1/domains/:domain/rooms/:room',
  summary: 'Deletes a room. Events that have booked it go on without it',
  params: whichRoom,
  data: done,
  errors: ['not_found', 'proof_required'],
});

/** An event that has a room from now on. */
const roomBooking = z.object({
  event_id: id,
  /** Who has it. */
  name: z.string(),
  email: z.string(),
  /** Of a series the next one. */
  at: unixSeconds,
  until: unixSeconds,
  /** The end of the last one that is known. */
  last_until: unixSeconds,
  times: z.number().int(),
});
export type RoomBooking = z.infer<typeof roomBooking>;

export const listRoomBookings = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/admin/v1/domains/:domain/rooms/:room/bookings',
  summary: 'The next hundred events that have a room, and whose they are; not what for',
  params: whichRoom,
  data: z.array(roomBooking),
  errors: ['not_found'],
});

export const releaseRoom = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/admin/v1/domains/:domain/rooms/:room/bookings/:event',
  summary: 'Takes the room away from an event, which goes on without it; who organises it is told',
  params: whichRoom.extend({ event: id }),
  data: done,
  errors: ['not_found', 'proof_required'],
});
