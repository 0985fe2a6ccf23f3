import type { KeyValueStorage, Online } from '../../engine/environment.ts';
import type { ManualClock } from '../../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../../engine/test-kit/memory-storage.ts';
import { createMailModel } from '../create-mail-model.ts';
import type { MailModel, ModelEvent, PageRef } from '../mail-model.ts';
import type { FakeServer } from './fake-server.ts';

export type StartedModel = { model: MailModel; events: ModelEvent[]; setOnline(online: boolean): void };

const ALWAYS_ONLINE: Online = { isOnline: () => true, onChange: () => () => undefined };

type Tab = {
  server: FakeServer;
  clock: ManualClock;
  storage?: KeyValueStorage | undefined;
  tabId?: string | undefined;
  /** Whose mailbox may be shown as it was last seen. */
  person?: string | null;
  online?: Online;
};

/** A tab that has asked for nothing yet. */
export function createTab({ server, clock, storage, tabId, person, online }: Tab): MailModel {
  return createMailModel({
    api: server.clientOf(),
    openSocket: server.openSocket,
    clock,
    storage: storage ?? createMemoryStorage(),
    online: online ?? ALWAYS_ONLINE,
    person: person ?? null,
    tabId: tabId ?? 'tab',
  });
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
  const events: ModelEvent[] = [];
  model.onEvent((event) => void events.push(event));
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
