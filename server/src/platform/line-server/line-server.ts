import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { Clock } from '../clock.ts';
import { createNetworkCounts } from '../network-counts.ts';
import { createRefusedConnections, type FullReason } from '../refused-connections.ts';
import type { LineConnection, LineConnectionOptions, LineTimes } from './line-connection.ts';

export type LineLog = {
  info(fields: Record<string, unknown>, text: string): void;
  warn(fields: Record<string, unknown>, text: string): void;
  error(fields: Record<string, unknown>, text: string): void;
};

type Certificate = { cert: Buffer; key: Buffer };

export type LineServerOptions<Connection extends LineConnection> = {
  /** How the log calls it. */
  protocol: string;
  host: string;
  port: number;
  tls: Certificate | null;
  /** Encrypted before anything is said (RFC 8314). */
  implicitTls: boolean;
  maxConnections: number;
  /** Of those who have not signed in. */
  maxUnauthenticatedPerAddress: number;
  times: LineTimes;
  clock: Clock;
  log: LineLog;
  goodbye: LineConnectionOptions['goodbye'];
  connect(socket: Socket, options: LineConnectionOptions): Connection;
  /** The whole conversation; the connection is closed when it ends. */
  serve(connection: Connection): Promise<void>;
};

export type LineServer = {
  listen(): Promise<{ port: number }>;
  useCertificate(tls: Certificate): void;
  /** Says goodbye to who comes and who waits; answers when the last command has ended. */
  drain(): Promise<void>;
  close(graceMs: number): Promise<void>;
  connectionCount(): number;
};

const CHECK_TIMES_MS = 1_000;
/** How long the last words may take to leave. */
const FAREWELL_MS = 1_000;
const SHUTTING_DOWN = 'The server is shutting down';

/** Listens, counts connections and ends them; what is said on them is the business of `serve`. */
export function createLineServer<Connection extends LineConnection>(
  options: LineServerOptions<Connection>,
): LineServer {
  const { clock, log, protocol, goodbye } = options;
  const open = new Set<Connection>();
  const serving = new Set<Promise<void>>();
  const unauthenticated = createNetworkCounts();
  const refused = createRefusedConnections(log, protocol);
  let secureContext = contextOf(options.tls);
  let draining = false;
  let times: { stop(): void } | null = null;

  const server = createServer({ noDelay: true, keepAlive: true }, accept);

  function accept(plain: Socket): void {
    const address = plain.remoteAddress ?? '';
    const refusal = refuse(address);
    // Who has to encrypt first could not read it.
    if (refusal !== null) {
      turnAway(plain, options.implicitTls ? null : goodbye(refusal.words, 'unavailable'));
      if (refusal.reason !== null) refused.note(refusal.reason, address);
      return;
    }
    unauthenticated.add(address);
    let counted = true;
    const release = () => {
      if (counted) unauthenticated.remove(address);
      counted = false;
    };
    const socket =
      options.implicitTls && secureContext ? new TLSSocket(plain, { isServer: true, secureContext }) : plain;
    const connection = options.connect(socket, {
      clock,
      times: options.times,
      goodbye,
      secureContext: () => (options.implicitTls ? null : secureContext),
      onAuthenticated: release,
    });
    open.add(connection);
    connection.whenClosed(() => {
      open.delete(connection);
      release();
    });
    const served: Promise<void> = options
      .serve(connection)
      .catch((error: unknown) => log.error({ error }, `${protocol} connection failed`))
      .finally(() => {
        connection.end();
        serving.delete(served);
      });
    serving.add(served);
  }

  function refuse(address: string): Refusal | null {
    if (draining) return { reason: null, words: SHUTTING_DOWN };
    if (open.size >= options.maxConnections) return { reason: 'server', words: 'Too many connections' };
    if (unauthenticated.hasRoom(address, options.maxUnauthenticatedPerAddress)) return null;
    return { reason: 'address', words: 'Too many connections of this address have not signed in' };
  }

  async function drain(): Promise<void> {
    draining = true;
    for (const connection of open) connection.retire(SHUTTING_DOWN, 'unavailable');
    while (serving.size > 0) await Promise.all(serving);
  }

  return {
    async listen() {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(options.port, options.host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      server.on('error', (error) => log.error({ error }, `${protocol} listener failed`));
      times = clock.every(CHECK_TIMES_MS, () => {
        const now = clock.now();
        for (const connection of open) connection.checkTimes(now);
        refused.tell();
      });
      return { port: (server.address() as AddressInfo).port };
    },
    useCertificate(tls) {
      secureContext = contextOf(tls);
    },
    drain,
    async close(graceMs) {
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      const overtime = new AbortController();
      await Promise.race([drain().then(() => overtime.abort()), clock.sleep(graceMs, overtime.signal)]);
      overtime.abort();
      const farewell = new AbortController();
      await Promise.race([stopped, clock.sleep(FAREWELL_MS, farewell.signal)]);
      farewell.abort();
      for (const connection of open) connection.destroy();
      times?.stop();
      refused.tell();
    },
    connectionCount: () => open.size,
  };
}

/** The reason is logged; a server that shuts down has none. */
type Refusal = { reason: FullReason | null; words: string };

function contextOf(tls: Certificate | null): SecureContext | null {
  return tls && createSecureContext(tls);
}

function turnAway(socket: Socket, words: string | null): void {
  // The client may be gone already; there is no one left to tell.
  socket.on('error', () => undefined);
  if (words !== null) socket.write(words);
  socket.destroySoon();
}
