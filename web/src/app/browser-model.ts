import { SOCKET_PATH, type SocketFrame } from '@bocau/contract/socket.ts';
import { now } from '../lib/timers.ts';
import { createMailModel } from '../model/create-mail-model.ts';
import type { MailModel } from '../model/mail-model.ts';
import type { ModelClock, ModelOptions } from '../model/model-options.ts';
import { openKeptValues } from './kept-values.ts';
import type { Session } from './session.ts';

const TAB = 'bocau.tab';

/** The model with what a browser has: its connections, its clock and its storage. */
export function createBrowserModel(session: Session, heard: (frame: SocketFrame) => void): MailModel {
  return createMailModel({
    api: session.api,
    openSocket: (query, listener) =>
      openSocket(session, query, {
        closed: listener.closed,
        frame(frame) {
          listener.frame(frame);
          heard(frame);
        },
      }),
    clock: browserClock,
    storage: openKeptValues(),
    online: browserOnline,
    tabId: tabId(),
  });
}

export const browserOnline: ModelOptions['online'] = {
  isOnline: () => navigator.onLine,
  onChange(listener) {
    window.addEventListener('online', listener);
    window.addEventListener('offline', listener);
    return () => {
      window.removeEventListener('online', listener);
      window.removeEventListener('offline', listener);
    };
  },
};

export const browserClock: ModelClock = {
  now,
  after(ms, run) {
    const timer = window.setTimeout(run, ms);
    return { stop: () => window.clearTimeout(timer) };
  },
  every(ms, run) {
    const timer = window.setInterval(run, ms);
    return { stop: () => window.clearInterval(timer) };
  },
};

/** The token goes in the first frame: in the address it would be seen by others. */
const openSocket: (session: Session, ...rest: Parameters<ModelOptions['openSocket']>) => { close(): void } = (
  session,
  query,
  listener,
) => {
  const address = new URL(SOCKET_PATH, window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('room', query.room);
  address.searchParams.set('since', String(query.since));
  const socket = new WebSocket(address);
  socket.onopen = () => socket.send(JSON.stringify({ token: session.token() }));
  socket.onmessage = ({ data }) => listener.frame(JSON.parse(String(data)) as SocketFrame);
  socket.onclose = ({ code }) => listener.closed(code);
  return { close: () => socket.close() };
};

function tabId(): string {
  const known = sessionStorage.getItem(TAB);
  if (known !== null) return known;
  const fresh = crypto.randomUUID();
  sessionStorage.setItem(TAB, fresh);
  return fresh;
}
