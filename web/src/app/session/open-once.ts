import type { ApiClient } from '@bocau/contract/client.ts';
import type { ChangedEvent } from '@bocau/contract/socket.ts';
import { browserOnline } from '../../lib/browser-online.ts';
import type { ClaimTab, KeyValueStorage, ModelClock, Online } from '../../model/engine/environment.ts';
import type { SessionModel } from '../../model/session/session-model.ts';
import { watchApi } from '../../model/session/watch-api.ts';
import { browserClock } from '../browser/browser-clock.ts';
import { pageStorage } from '../browser/page-storage.ts';
import { claimTab, tabId } from '../browser/tab-id.ts';

/** What the model of a room is made of. */
type RoomOptions = {
  api: ApiClient;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  owner: string;
  tabId: string;
  claim: ClaimTab | undefined;
};

type RoomModel<Event> = {
  onEvent(listener: (event: Event) => void): () => void;
  /** The server has something new. */
  changed(): void;
  connected(): void;
  /** The session has ended: nothing is sent any more, and what is begun is still stored. */
  rest?(): void;
  close(): void;
};

type Room<Event, Model extends RoomModel<Event>> = {
  create(options: RoomOptions): Model;
  announce(event: Event): void;
  /** The frame only announces a change: the model itself fetches what changed since its number. */
  frame: ChangedEvent;
};

/**
 * The signed-in user's model of a room; a single one while the session is open, so that operations continue, and can
 * be undone, on other pages. It uses the calling page's client, so that a forbidden call is reported there; a call that
 * finds the session ended ends it for all.
 */
export function openOnce<Event, Model extends RoomModel<Event>>({
  create,
  announce,
  frame,
}: Room<Event, Model>): (session: SessionModel, api: ApiClient) => Model {
  let opened: { session: SessionModel; model: Model } | null = null;
  return (session, api) => {
    if (opened?.session === session) return opened.model;
    opened?.model.close();
    const model = create({
      api: watchApi(api, { sessionEnded: session.end, forbidden: () => undefined }),
      clock: browserClock,
      storage: pageStorage,
      online: browserOnline,
      owner: session.user()?.email ?? '',
      tabId: tabId(session),
      claim: claimTab,
    });
    model.onEvent(announce);
    session.join({
      frames: { [frame]: model.changed },
      connected: model.connected,
      // What was begun is stored, and waits for the next session. A form of the room may still be saved (AU-14).
      ended: model.rest ?? model.close,
      closed() {
        // The next user of this page has the same client: nothing of this one may continue with it.
        model.close();
        if (opened?.model === model) opened = null;
      },
    });
    opened = { session, model };
    return model;
  };
}
