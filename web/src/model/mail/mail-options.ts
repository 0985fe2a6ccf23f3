import type { ApiClient } from '@bocau/contract/client.ts';
import type { SocketFrame } from '@bocau/contract/socket.ts';
import type {
  KeyValueStorage,
  ModelClock,
  Online,
  SocketLike,
  SocketListener,
} from '../engine/environment.ts';

export type ModelOptions = {
  api: ApiClient;
  openSocket(query: { room: string; since: number }, listener: SocketListener<SocketFrame>): SocketLike;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  /** Whose mailbox may be shown as it was last seen, before the server has said who is signed in; null for nobody's. */
  person: string | null;
  /** The same over a reload, another one in each tab: it says which tab's operations are persisted where. */
  tabId: string;
};
