import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { SOCKET_PATH, type SocketEvent, type SocketFrame } from '@bocau/contract/socket.ts';
import { WebSocket } from 'ws';

type DataOf<E extends SocketEvent> = Extract<SocketFrame, { event: E }>['data'];

export type SocketClient = {
  /** Everything received, in order. */
  frames: SocketFrame[];
  /** The data of the first unread frame of this event; waits for one. */
  next<E extends SocketEvent>(event: E): Promise<DataOf<E>>;
  send(text: string): void;
  closed: Promise<{ code: number; reason: string }>;
  close(): Promise<void>;
  /** Stops reading, like a client on a hanging machine. */
  pause(): void;
  resume(): void;
};

export type SocketOptions = {
  room: string;
  /** Sent in the session header. */
  token?: string;
  since?: number;
  headers?: Record<string, string>;
};

type Waiting = { event: SocketEvent; resolve(frame: SocketFrame): void; reject(error: Error): void };

/** A socket to the server, open but not necessarily greeted. */
export async function connectSocket(baseUrl: string, options: SocketOptions): Promise<SocketClient> {
  const { room, token, since, headers = {} } = options;
  const query = new URLSearchParams({ room });
  if (since !== undefined) query.set('since', String(since));
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}${SOCKET_PATH}?${query}`, {
    headers: token === undefined ? headers : { ...headers, [SESSION_HEADER]: token },
  });
  const frames: SocketFrame[] = [];
  let untaken: SocketFrame[] = [];
  let waiting: Waiting[] = [];
  let ended = false;

  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as SocketFrame;
    frames.push(frame);
    const taker = waiting.find(({ event }) => event === frame.event);
    waiting = waiting.filter((candidate) => candidate !== taker);
    if (taker) taker.resolve(frame);
    else untaken.push(frame);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      ended = true;
      for (const { event, reject } of waiting) reject(endedBefore(event));
      resolve({ code, reason: String(reason) });
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    // Errors of an open socket are reported by `closed`.
    socket.on('error', reject);
  });

  return {
    frames,
    async next<E extends SocketEvent>(event: E): Promise<DataOf<E>> {
      const ready = untaken.find((frame) => frame.event === event);
      untaken = untaken.filter((frame) => frame !== ready);
      if (ready) return ready.data as DataOf<E>;
      if (ended) throw endedBefore(event);
      const frame = await new Promise<SocketFrame>((resolve, reject) => {
        waiting.push({ event, resolve, reject });
      });
      return frame.data as DataOf<E>;
    },
    send: (text) => socket.send(text),
    closed,
    async close() {
      socket.close();
      await closed;
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}

function endedBefore(event: SocketEvent): Error {
  return new Error(`the socket closed before ${event} came`);
}
