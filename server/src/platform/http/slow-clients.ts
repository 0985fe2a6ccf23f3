import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { Failure } from '../failure.ts';
import { networkOf } from '../network-of.ts';

/** What a route says of itself: its body may come for hours. */
export type StreamConfig = { streams?: boolean };

/** The head of a request must be here by then; Node itself watches it. */
export const HEAD_WITHIN_MS = 20_000;
export const LOOK_EVERY_MS = 5_000;
/** A phone on a bad line sends more than this, a client that only wants to keep us waiting sends less. */
const LEAST_BYTES_A_LOOK = 2_500;
const BODY_WITHIN_MS = 15 * 60_000;
/** A large file on a slow line: what came by then is kept, and who sends it goes on with the rest. */
const STREAM_WITHIN_MS = 6 * 3600_000;
/** An office behind one address has hundreds of windows open, each with a few connections. */
const CONNECTIONS_OF_A_NETWORK = 1_000;

type Arriving = { request: FastifyRequest; since: number; bytes: number; slow: number; withinMs: number };

/** Looks in a row at which a body must have been too slow: one pause of a radio link is none. */
const SLOW_LOOKS = 3;

/** Ends requests whose body trickles in, and so many connections of one network as nobody needs. */
export function refuseSlowClients(
  app: FastifyInstance,
  options: { clock: Clock; behindProxy: boolean },
): void {
  const { clock } = options;
  const arriving = new Set<Arriving>();

  app.addHook('onRequest', async (request) => {
    if (request.raw.complete || !hasBody(request)) return;
    const { streams } = request.routeOptions.config as StreamConfig;
    const withinMs = streams ? STREAM_WITHIN_MS : BODY_WITHIN_MS;
    const entry = { request, since: clock.now(), bytes: request.raw.socket.bytesRead, slow: 0, withinMs };
    arriving.add(entry);
    request.raw.once('close', () => arriving.delete(entry));
    request.raw.once('end', () => arriving.delete(entry));
  });

  function look(): void {
    for (const entry of arriving) {
      const { raw } = entry.request;
      const { bytesRead } = raw.socket;
      // Bytes that lie here unread wait for us, not we for them.
      const waitsForUs = raw.readableLength > 0 || raw.isPaused();
      entry.slow = waitsForUs || bytesRead - entry.bytes >= LEAST_BYTES_A_LOOK ? 0 : entry.slow + 1;
      entry.bytes = bytesRead;
      const late = clock.now() - entry.since >= entry.withinMs;
      if (late || entry.slow >= SLOW_LOOKS)
        raw.destroy(new Failure('request_timeout', 'The body came too slowly'));
    }
  }

  const timer = clock.every(LOOK_EVERY_MS, look);
  app.addHook('onClose', async () => timer.stop());
  // Behind a proxy all connections are the proxy's, and limits by address are its own matter.
  if (!options.behindProxy) limitConnections(app.server, CONNECTIONS_OF_A_NETWORK);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = open.get(network) ?? 0;
    if (count >= most) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
