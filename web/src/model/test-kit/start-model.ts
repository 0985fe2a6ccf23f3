import { createMailModel } from '../create-mail-model.ts';
import type { MailModel, ModelEvent, PageRef } from '../mail-model.ts';
import type { KeyValueStorage } from '../model-options.ts';
import type { FakeServer } from './fake-server.ts';
import type { ManualClock } from './manual-clock.ts';

export type StartedModel = { model: MailModel; events: ModelEvent[]; setOnline(online: boolean): void };

export function createMemoryStorage(): KeyValueStorage {
  const values = new Map<string, unknown>();
  return {
    get: async (key) => structuredClone(values.get(key)),
    async set(key, value) {
      values.set(key, structuredClone(value));
    },
    async remove(key) {
      values.delete(key);
    },
    keys: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
  };
}

/** A tab that has loaded its mailbox. */
export async function startModel(
  server: FakeServer,
  clock: ManualClock,
  given: { storage?: KeyValueStorage; tabId?: string; online?: boolean } = {},
): Promise<StartedModel> {
  let isOnline = given.online ?? true;
  const listeners = new Set<() => void>();
  const model = createMailModel({
    api: server.clientOf(),
    openSocket: server.openSocket,
    clock,
    storage: given.storage ?? createMemoryStorage(),
    online: {
      isOnline: () => isOnline,
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    tabId: given.tabId ?? 'tab',
  });
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
