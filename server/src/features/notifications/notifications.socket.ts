import {
  SOCKET_CLOSES,
  SOCKET_FRAME_BYTES,
  SOCKET_PATH,
  SOCKET_SIGN_IN_SECONDS,
  socketQuery,
  socketSignIn,
} from '@bocau/contract/socket.ts';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { isAuthorized } from '../../access/authorize.ts';
import { namedMailbox } from '../../access/named-mailbox.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { isFromOwnSite } from '../../platform/http/own-site.ts';
import type { Logger } from '../../platform/logger.ts';
import type { SessionCheck } from '../session/session-check.ts';
import type { SocketHub } from './socket-hub.ts';

export type SocketDeps = {
  hub: SocketHub;
  sessions: SessionCheck;
  clock: Clock;
  log: Logger;
  publicUrl: string;
};

const INTERNAL_ERROR = 1011;
/** Our client sends one frame in its life, and any client an occasional ping: each costs a reply. */
const FRAMES_AT_ONCE = 60;
const FRAMES_WITHIN_MS = 60_000;
const CLOSE_WITHIN_MS = 2_000;

/** Opens `/ws`; when the application closes, so do the sockets. */
export async function bindSocket(app: FastifyInstance, deps: SocketDeps): Promise<void> {
  // Before the plugin's own preClose hook, which would close them without a reason.
  app.addHook('preClose', async () => {
    const sockets = [...app.websocketServer.clients];
    for (const socket of sockets) socket.close(SOCKET_CLOSES.going_away, 'the server stops');
    deps.clock.after(CLOSE_WITHIN_MS, () => {
      for (const socket of sockets) socket.terminate();
    });
    await deps.hub.close();
  });
  await app.register(websocket, {
    options: { maxPayload: SOCKET_FRAME_BYTES },
    // A broken connection or an oversized frame: the socket closes by itself.
    errorHandler: (error) => deps.log.debug({ reason: error.message }, 'socket broke'),
  });
  // The plugin would accept a socket on any route, only to close it again.
  app.addHook('onRequest', async (request) => {
    if (request.ws && request.routeOptions.url !== SOCKET_PATH)
      throw new Failure('not_found', 'There is no socket at this address');
  });
  app.route({
    method: 'GET',
    url: SOCKET_PATH,
    handler() {
      throw new Failure('not_found', 'This address only accepts WebSocket connections');
    },
    wsHandler(socket, request) {
      accept(deps, socket, request).catch((error: Error) => {
        deps.log.error({ request: request.id, reason: error.message }, 'socket could not be accepted');
        socket.close(INTERNAL_ERROR, 'try again');
      });
    },
  });
}

/** Nothing is awaited before the listener for the first frame is set, so that it cannot be missed. */
async function accept(deps: SocketDeps, socket: WebSocket, request: FastifyRequest): Promise<void> {
  limitFrames(socket, deps.clock);
  const query = socketQuery.safeParse(request.query);
  if (!query.success) return refuse(socket, 'invalid_input');
  const given = deps.sessions.tokenOf(request, true);
  if (given?.from === 'cookie' && !isFromOwnSite(request, deps.publicUrl)) return refuse(socket, 'forbidden');
  const token = given?.token ?? (await firstFrameToken(socket, deps.clock));
  const caller = token === null ? null : await deps.sessions.check(token);
  if (!caller) return refuse(socket, 'session_required');
  const { room, since } = query.data;
  // Like a call that names its account: a page unaware of another sign-in is told that its session is over.
  if (!(await deps.sessions.isOwnAddress(caller, room))) return refuse(socket, 'session_required');
  if (!isAuthorized(caller, 'listen', null)) return refuse(socket, 'forbidden');
  // It tells of the own mailbox alone: of others their members ask what changed.
  const named = namedMailbox(request, true);
  if (named === null || (named && !(await deps.sessions.isOwnAddress(caller, named)))) {
    return refuse(socket, 'forbidden');
  }
  if (socket.readyState === socket.OPEN) deps.hub.admit(socket, caller, since ?? null);
}

function limitFrames(socket: WebSocket, clock: Clock): void {
  let [since, frames] = [clock.now(), 0];
  const count = () => {
    if (clock.now() - since >= FRAMES_WITHIN_MS) [since, frames] = [clock.now(), 0];
    frames += 1;
    // Frames in transit would still be read before the close is acknowledged.
    if (frames > FRAMES_AT_ONCE) socket.terminate();
  };
  socket.on('message', count).on('ping', count).on('pong', count);
}

function refuse(socket: WebSocket, reason: 'invalid_input' | 'session_required' | 'forbidden'): void {
  socket.close(SOCKET_CLOSES[reason], reason);
}

function firstFrameToken(socket: WebSocket, clock: Clock): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = clock.after(SOCKET_SIGN_IN_SECONDS * 1000, () => settle(null));
    function settle(token: string | null): void {
      timer.stop();
      resolve(token);
    }
    socket.once('message', (data) => settle(readToken(String(data))));
    socket.once('close', () => settle(null));
  });
}

function readToken(text: string): string | null {
  try {
    return socketSignIn.parse(JSON.parse(text)).token;
  } catch {
    return null;
  }
}
