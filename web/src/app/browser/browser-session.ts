import type { ApiClient } from '@bocau/contract/client.ts';
import { SOCKET_PATH, type SocketFrame } from '@bocau/contract/socket.ts';
import { browserOnline } from '../../lib/browser-online.ts';
import { createMailModel } from '../../model/mail/create-mail-model.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import type { ModelOptions } from '../../model/mail/model-options.ts';
import type { SocketFrames } from '../../model/session/socket-frames.ts';
import { browserClock } from './browser-clock.ts';
import { pageStorage } from './page-storage.ts';

const TAB = 'bocau.tab';

/** The model with what a browser has: its connections, its clock and its storage. */
export function createBrowserModel(session: {
  api: ApiClient;
  frames: SocketFrames;
  person(): string | null;
}): MailModel {
  return createMailModel({
    api: session.api,
    openSocket: (query, listener) =>
      openSocket(query, {
        closed: listener.closed,
        frame(frame) {
          listener.frame(frame);
          session.frames.publish(frame);
        },
      }),
    clock: browserClock,
    storage: pageStorage,
    online: browserOnline,
    person: session.person(),
    tabId: tabId(),
  });
}

/** The cookie signs it in. */
const openSocket: ModelOptions['openSocket'] = (query, listener) => {
  const address = new URL(SOCKET_PATH, window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('room', query.room);
  address.searchParams.set('since', String(query.since));
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => listener.frame(JSON.parse(String(data)) as SocketFrame);
  socket.onclose = ({ code }) => listener.closed(code);
  return { close: () => socket.close() };
};

export function tabId(): string {
  const known = sessionStorage.getItem(TAB);
  if (known !== null) return known;
  const fresh = crypto.randomUUID();
  sessionStorage.setItem(TAB, fresh);
  return fresh;
}
