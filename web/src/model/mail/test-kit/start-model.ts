import { WAITING } from '@bocau/contract/waiting-list.ts';
import type { KeyValueStorage, Online } from '../../engine/environment.ts';
import type { ManualClock } from '../../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../../engine/test-kit/memory-storage.ts';
import { createSessionModel } from '../../session/create-session-model.ts';
import type { SessionEvent, SessionModel } from '../../session/session-model.ts';
import { createMailModel } from '../create-mail-model.ts';
import type { MailModel, ModelEvent, PageRef } from '../mail-model.ts';
import type { FakeServer } from './fake-server.ts';

/** A mailbox together with its session. */
export type TabModel = MailModel & SessionActs & { readonly session: SessionModel };
type SessionActs = Pick<SessionModel, 'boot' | 'user' | 'connection' | 'tryNow' | 'hurry' | 'close'>;
export type TabEvent = ModelEvent | SessionEvent;
export type StartedModel = { model: TabModel; events: TabEvent[]; setOnline(online: boolean): void };

const ALWAYS_ONLINE: Online = { isOnline: () => true, onChange: () => () => undefined };

type Tab = {
  server: FakeServer;
  clock: ManualClock;
  storage?: KeyValueStorage | undefined;
  tabId?: string | undefined;
  /** The person whose mailbox may be shown from the cache. */
  person?: string | null;
  online?: Online;
};

/** A tab that has not asked the server for anything yet. */
export function createTab({ server, clock, storage, tabId, person, online = ALWAYS_ONLINE }: Tab): TabModel {
  const session = createSessionModel({
    api: server.clientOf(),
    openSocket: server.openSocket,
    clock,
    online,
    person: person ?? null,
  });
  const mail = createMailModel({
    session,
    clock,
    storage: storage ?? createMemoryStorage(),
    online,
    tabId: tabId ?? 'tab',
  });
  const { boot, user, connection, tryNow, hurry, close } = session;
  return { ...mail, session, boot, user, connection, tryNow, hurry, close };
}

/** A tab that has loaded its mailbox. */
export async function startModel(
  server: FakeServer,
  clock: ManualClock,
  given: { storage?: KeyValueStorage; tabId?: string; online?: boolean } = {},
): Promise<StartedModel> {
  let isOnline = given.online ?? true;
  const listeners = new Set<() => void>();
  const online: Online = {
    isOnline: () => isOnline,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const model = createTab({ server, clock, storage: given.storage, tabId: given.tabId, online });
  const events: TabEvent[] = [];
  model.onEvent((event) => void events.push(event));
  model.session.onEvent((event) => void events.push(event));
  const booted = model.boot();
  await clock.advance(server.delay * 6 + 10);
  await booted;
  return {
    model,
    events,
    setOnline(online) {
      isOnline = online;
      for (const listener of [...listeners]) listener();
    },
  };
}

export function folderPage(path: string, offset = 0, limit = 10): PageRef {
  return { list: { kind: 'folder', path }, offset, limit };
}

export const STARRED_PAGE: PageRef = { list: { kind: 'starred' }, offset: 0, limit: 10 };
export const WAITING_PAGE: PageRef = { list: { kind: 'label', id: WAITING }, offset: 0, limit: 10 };
