import { z } from 'zod';
import { bulkJob } from './bulk.ts';
import { changeSet } from './changes.ts';
import { id } from './fields.ts';
import { thread } from './threads.ts';

/** The room is the user's own address; `since` resumes from the last number seen. */
export const SOCKET_PATH = '/ws';
/** Both sides close a socket that said nothing, not even a ping, for this long. */
export const SOCKET_SILENCE_SECONDS = 60;

/** Events of the socket, by name: each frame is `{"event": name, "data": …}`. */
export const SOCKET_EVENTS = {
  /** The first frame: signed in, and the number that what follows builds on. */
  hello: z.object({ seq: z.number().int() }),
  changes: changeSet,
  /** The number asked from is too old, or too much has changed: fetch the lists anew. */
  refetch: z.object({ seq: z.number().int() }),
  /** Only for mail that came into the inbox. */
  new_mail: z.object({ message_id: id, thread }),
  bulk_progress: bulkJob,
  /** Sending was switched on or off for this user. */
  enable_smtp: z.object({ enable_smtp: z.union([z.literal(0), z.literal(1)]) }),
  ping: z.object({}),
} as const;

export type SocketEvent = keyof typeof SOCKET_EVENTS;
export type SocketFrame = { [E in SocketEvent]: { event: E; data: z.output<(typeof SOCKET_EVENTS)[E]> } }[SocketEvent];
