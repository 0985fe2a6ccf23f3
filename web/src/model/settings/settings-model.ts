import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import {
  type ChosenSettings,
  type FixedSettings,
  type SettingKey,
  settingsFromList,
} from '@bocau/contract/settings.ts';
import type { ModelClock } from '../engine/environment.ts';
import { createMutex } from '../engine/mutex.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import { sameValue } from '../engine/same-value.ts';

/** The chosen settings, and what the server adds to them once it has answered. */
export type ShownSettings = ChosenSettings & Partial<Pick<FixedSettings, 'auto_reply'>>;

/** The settings that this device remembers between two starts. */
export type SettingsCache = { read(): ShownSettings; write(settings: ShownSettings): void };

/** The confirmed settings; the same object until they change. */
export type KnownSettings = {
  /** Null until the server has answered, or a setting was changed here. */
  settings: ShownSettings | null;
  failed: boolean;
};

/** The settings of the person who is signed in: the one place that loads, changes and caches them. */
export type SettingsModel = {
  subscribe(listener: () => void): () => void;
  /** As last known on this device, until the server has answered. */
  settings(): ShownSettings;
  /** For a screen that must not mistake cached settings for current ones. */
  known(): KnownSettings;
  /** Loads them when they are missing, or were loaded too long ago. */
  load(): void;
  /** Retries a failed load. */
  retry(): void;
  /** Saves, and shows the server's answer; rejects with its refusal. */
  save(change: Partial<ChosenSettings>): Promise<void>;
  /** Optimistic: applied at once, and kept on this device even when it cannot be saved. */
  change(change: Partial<ChosenSettings>): void;
  /** They were changed elsewhere. */
  refresh(): Promise<void>;
  /** Another person signs in. */
  forget(): void;
};

type Deps = { api: Pick<ApiClient, 'getSettings' | 'saveSettings'>; clock: ModelClock; cache: SettingsCache };

/** Remote changes are announced; reloading covers a lost announcement. */
const FRESH_FOR_MS = 3_600_000;
/** A single lost request is not worth reporting. */
const FAILURES_BEFORE_REPORT = 2;

export function createSettingsModel({ api, clock, cache }: Deps): SettingsModel {
  const listeners = new Set<() => void>();
  const saves = createMutex();
  const retry = createRetry(clock);
  let settings = cache.read();
  let known: KnownSettings = { settings: null, failed: false };
  let loadedAt: number | null = null;
  let failures = 0;
  /** An answer counts only when no setting was changed since its request began. */
  let version = 0;
  let loading: number | null = null;
  /** An answer for the previous user is dropped. */
  let person = 0;

  function set(next: ShownSettings): void {
    version += 1;
    loading = null;
    failures = 0;
    loadedAt = clock.now();
    if (!sameValue(settings, next)) settings = next;
    known = { settings, failed: false };
    cache.write(settings);
    publish();
  }

  function publish(): void {
    for (const listener of [...listeners]) listener();
  }

  async function fetchSettings(): Promise<void> {
    version += 1;
    const own = version;
    loading = own;
    try {
      const { data } = await api.getSettings({});
      if (own !== version) return;
      retry.reset();
      set(settingsFromList(data));
    } catch (thrown) {
      if (own !== version) return;
      const error = asApiError(thrown);
      loading = null;
      failures += 1;
      if (failures === FAILURES_BEFORE_REPORT || !isUnreachable(error)) {
        known = { ...known, failed: true };
        publish();
      }
      if (isUnreachable(error)) retry.later(() => void fetchSettings(), error.retryAfter);
    }
  }

  function isFresh(): boolean {
    return loadedAt !== null && clock.now() - loadedAt < FRESH_FOR_MS;
  }

  function save(change: Partial<ChosenSettings>): Promise<void> {
    const owner = person;
    return saves.run(async (isLast) => {
      const body = Object.entries(change).map(([key, value]) => ({ key: key as SettingKey, value }));
      const { data } = await api.saveSettings({ body });
      // An answer from before a newer change would revert that change for a moment.
      if (isLast() && owner === person) set(settingsFromList(data));
    });
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    settings: () => settings,
    known: () => known,
    load() {
      if (!isFresh() && loading === null && !retry.isWaiting()) void fetchSettings();
    },
    retry() {
      retry.reset();
      failures = 0;
      known = { ...known, failed: false };
      publish();
      void fetchSettings();
    },
    save,
    change(change) {
      set({ ...settings, ...change });
      save(change).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    },
    async refresh() {
      // The answer to a save that began meanwhile is newer than this request.
      if (await saves.idle()) await fetchSettings();
    },
    forget() {
      person += 1;
      version += 1;
      loading = null;
      loadedAt = null;
      failures = 0;
      retry.reset();
      settings = cache.read();
      known = { settings: null, failed: false };
      publish();
    },
  };
}
