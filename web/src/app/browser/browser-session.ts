import type { ApiClient } from '@bocau/contract/client.ts';
import { SOCKET_PATH, type SocketFrame } from '@bocau/contract/socket.ts';
import { browserOnline } from '../../lib/browser-online.ts';
import { createSessionModel, type SessionOptions } from '../../model/session/create-session-model.ts';
import type { SessionModel } from '../../model/session/session-model.ts';
import { browserClock } from './browser-clock.ts';

/** The session model on a browser's connections and clock. */
export function createBrowserSession(session: { api: ApiClient; person(): string | null }): SessionModel {
  return createSessionModel({
    api: session.api,
    openSocket,
    clock: browserClock,
    online: browserOnline,
    person: session.person(),
  });
}

/** The socket is authenticated by the session cookie. */
const openSocket: SessionOptions['openSocket'] = ({ room, numbers }, listener) => {
  const address = new URL(SOCKET_PATH, window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('room', room);
  for (const [name, number] of Object.entries(numbers)) address.searchParams.set(name, String(number));
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => listener.frame(JSON.parse(String(data)) as SocketFrame);
  socket.onclose = ({ code }) => listener.closed(code);
  return { close: () => socket.close() };
};
