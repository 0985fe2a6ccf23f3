import { z } from 'zod';
import { bulkJob } from './bulk.ts';
import { changeSet } from './changes.ts';
import { id, queryNumber, unixSeconds } from './fields.ts';
import { device, SIGN_IN_PROTOCOLS } from './security.ts';
import { thread } from './threads.ts';

export const SOCKET_PATH = '/ws';

/** The room is an address of the account that the page believes in; `since` resumes from the last number seen. */
export const socketQuery = z.object({ room: z.string().min(1).max(320), since: queryNumber.optional() });

/** A client without cookie and session header sends `{"token": …}` first, within this time. */
export const socketSignIn = z.object({ token: z.string().min(1).max(200) });
export const SOCKET_SIGN_IN_SECONDS = 10;

/** Idle timeout: both sides close a socket on which nothing, not even a ping, arrived for this long. */
export const SOCKET_SILENCE_SECONDS = 60;
/** The most that one frame of a client may hold. */
export const SOCKET_FRAME_BYTES = 1024;
/** A mailbox has no more sockets than this; the next one closes the oldest. */
export const SOCKETS_PER_MAILBOX = 20;

/** Why the server closes a socket. */
export const SOCKET_CLOSES = {
  /** The server stops; reconnect. */
  going_away: 1001,
  invalid_input: 4400,
  /** Nobody is signed in, or somebody else than the room says. */
  session_required: 4401,
  /** A page of another site, somebody who has to do something first, or another mailbox than the own one. */
  forbidden: 4403,
  /** The client read too slowly; reconnect from the last change number seen. */
  too_slow: 4408,
  /** Too many sockets of one mailbox; this was the oldest. */
  too_many: 4429,
} as const;

/** Events of the socket, by name: each frame is `{"event": name, "data": …}`. */
export const SOCKET_EVENTS = {
  /** The first frame: signed in. Without `since`, what follows builds on this number. */
  hello: z.object({ seq: z.number().int() }),
  changes: changeSet,
  /** The change number is too old, or too much has changed: fetch the lists again. */
  refetch: z.object({ seq: z.number().int() }),
  /** Only for mail that came into the inbox; follows the `changes` that hold it. */
  new_mail: z.object({ message_id: id, thread }),
  bulk_progress: bulkJob,
  /** The drive has come to this number: ask what changed. */
  drive_changed: z.object({ seq: z.number().int() }),
  /** The contacts have come to this number: ask what changed. */
  contacts_changed: z.object({ seq: z.number().int() }),
  /** The calendar has come to this number: ask what changed. */
  calendar_changed: z.object({ seq: z.number().int() }),
  /** Reminders were given, or are over: ask which ones stand. */
  reminders: z.object({}),
  /** A message has reached all its recipients. */
  sent: z.object({ message_id: id, thread_id: id }),
  /** A message reached none, or not all, of its recipients; follows the `changes` that say so. */
  failed: z.object({ message_id: id, thread_id: id }),
  /** `unclear`: it may have reached those that it names. */
  send_mail_failed: z.object({
    message_id: id,
    thread_id: id,
    subject: z.string(),
    error: z.string(),
    unclear: z.boolean().optional(),
  }),
  /** Sending was switched on or off for this user. */
  enable_smtp: z.object({ enable_smtp: z.union([z.literal(0), z.literal(1)]) }),
  /** Somebody signed in from a device that was not known. */
  new_sign_in: z.object({
    device,
    protocol: z.enum(SIGN_IN_PROTOCOLS),
    address: z.string(),
    at: unixSeconds,
  }),
  /** Heartbeat: scripts cannot see the pings of the WebSocket protocol. */
  ping: z.object({}),
} as const;

export type SocketEvent = keyof typeof SOCKET_EVENTS;
/** Those that tell to which number a journal has come, and nothing else. */
export type ChangedEvent = Extract<SocketEvent, `${string}_changed`>;
export type SocketFrame = {
  [E in SocketEvent]: { event: E; data: z.output<(typeof SOCKET_EVENTS)[E]> };
}[SocketEvent];
