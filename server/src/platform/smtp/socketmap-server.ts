import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { MailLog } from './mail-types.ts';

/** A map's name, a space, and an address of maximum length. */
const LONGEST_REQUEST = 1_000;
const MOST_CONNECTIONS = 500;
/** Postfix closes a connection that it has not used for some seconds. */
const IDLE_MS = 60_000;

type SocketmapOptions = {
  host: string;
  /** 0 picks a free port. */
  port: number;
  clock: Clock;
  log: MailLog;
  /** The maps by name: look up a key; null when it is missing. */
  maps: Record<string, (key: string) => Promise<string | null>>;
};

export type SocketmapServer = { port: number; close(): Promise<void> };

/**
 * Answers look-ups of Postfix (socketmap_table(5)): netstrings `map key` in, `OK value`, `NOTFOUND `, `TEMP
 * reason` or `PERM reason` out. One look-up per connection at a time; a client that sends invalid input is
 * disconnected.
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
  // For example when a connection cannot be accepted because the process has too many open files: others
  // still can be.
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
        // A socket that closed meanwhile never drains, and has emitted its close event already.
        if (socket.destroyed) return;
        // Backpressure: a client that does not read its replies gets no more look-ups.
        if (!socket.write(netstring(said))) await drained(socket);
      }
    }
  } catch (error) {
    // Disconnected midway, by either side.
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
    // Postfix answers the sender with a temporary failure.
    log.warn({ map: name, reason: (error as Error).message }, 'socketmap look-up failed');
    return 'TEMP look-up failed';
  }
}

/**
 * The first netstring of the received bytes, `5:hello,`; null until it is complete. Throws when it is
 * invalid.
 */
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
