import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { MailLog } from './mail-types.ts';

/** A map's name, a blank, and an address of the largest size. */
const LONGEST_REQUEST = 1_000;
const MOST_CONNECTIONS = 500;
/** Postfix closes a connection that it has not used for some seconds. */
const IDLE_MS = 60_000;

type SocketmapOptions = {
  host: string;
  /** 0: any free one. */
  port: number;
  clock: Clock;
  log: MailLog;
  /** The maps by name: what a key has in one, null where it is not there. */
  maps: Record<string, (key: string) => Promise<string | null>>;
};

export type SocketmapServer = { port: number; close(): Promise<void> };

/**
 * Answers the look-ups of a Postfix (socketmap_table(5)): netstrings `map key` in, `OK value`, `NOTFOUND `, `TEMP reason` or
 * `PERM reason` out. One look-up of a connection at a time, and a client that sends what is none is cut off.
 */
export async function startSocketmap(options: SocketmapOptions): Promise<SocketmapServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    serve(socket, options)
      .catch((error: Error) => options.log.info({ reason: error.message }, 'socketmap connection broke'))
      .finally(() => {
        open.delete(socket);
        socket.destroy();
      });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(options.port, options.host);
  await once(server, 'listening');
  // As where a connection can not be accepted, because the process has too many files open: others still can.
  server.on('error', (error) => options.log.error({ reason: error.message }, 'socketmap server failed'));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

async function serve(socket: Socket, options: SocketmapOptions): Promise<void> {
  let lastUsed = options.clock.now();
  const watchdog = options.clock.every(IDLE_MS, () => {
    if (options.clock.now() - lastUsed >= IDLE_MS) socket.destroy();
  });
  try {
    let received: Buffer = Buffer.alloc(0);
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received = Buffer.concat([received, chunk]);
      for (let request = readNetstring(received); request !== null; request = readNetstring(received)) {
        received = received.subarray(request.length);
        lastUsed = options.clock.now();
        const said = await answer(request.text, options);
        // Who has left meanwhile drains nothing, and has said already that it closes.
        if (socket.destroyed) return;
        // Backpressure: who does not read its answers is asked nothing more.
        if (!socket.write(netstring(said))) await drained(socket);
      }
    }
  } catch (error) {
    // Cut off in the middle, by either side.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    watchdog.stop();
  }
}

async function drained(socket: Socket): Promise<unknown> {
  if (socket.destroyed) return;
  const ended = new AbortController();
  const { signal } = ended;
  return Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })])
    .catch(() => undefined)
    .finally(() => ended.abort());
}

async function answer(request: string, { maps, log }: SocketmapOptions): Promise<string> {
  const blank = request.indexOf(' ');
  const name = request.slice(0, blank);
  const lookUp = blank > 0 && Object.hasOwn(maps, name) ? maps[name] : undefined;
  if (!lookUp) return 'PERM no such map';
  try {
    const found = await lookUp(request.slice(blank + 1));
    return found === null ? 'NOTFOUND ' : `OK ${found}`;
  } catch (error) {
    // Postfix asks senders to come again.
    log.warn({ map: name, reason: (error as Error).message }, 'socketmap look-up failed');
    return 'TEMP look-up failed';
  }
}

/** The first netstring of what was received, `5:hello,`; null before all of it is there. Throws at what is none. */
function readNetstring(received: Buffer): { text: string; length: number } | null {
  const head = received.subarray(0, 5).toString('latin1');
  const [, digits] = /^(\d{1,4}):/.exec(head) ?? [];
  if (digits === undefined) {
    if (/^\d{0,4}$/.test(head)) return null;
    throw new Error('not a netstring');
  }
  const size = Number(digits);
  if (size > LONGEST_REQUEST) throw new Error('request too long');
  const start = digits.length + 1;
  const end = start + size;
  if (received.length <= end) return null;
  if (received[end] !== ','.charCodeAt(0)) throw new Error('not a netstring');
  return { text: received.subarray(start, end).toString('utf8'), length: end + 1 };
}

function netstring(text: string): string {
  return `${Buffer.byteLength(text)}:${text},`;
}
