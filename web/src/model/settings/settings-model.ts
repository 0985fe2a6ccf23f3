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

/** What was chosen, and what the server tells with it as soon as it has answered. */
export type ShownSettings = ChosenSettings & Partial<Pick<FixedSettings, 'auto_reply'>>;

/** What this device remembers of the settings between two starts. */
export type SettingsCache = { read(): ShownSettings; write(settings: ShownSettings): void };

/** What is known for sure; the same object until it changes. */
export type KnownSettings = {
  /** Null until the server has answered, or something was chosen here. */
  settings: ShownSettings | null;
  failed: boolean;
};

/** The settings of the person who is signed in: the one place that loads, changes and caches them. */
export type SettingsModel = {
  subscribe(listener: () => void): () => void;
  /** Until the server has answered, as this device last knew them. */
  settings(): ShownSettings;
  /** For a screen that must not take cached settings for current ones. */
  known(): KnownSettings;
  /** Loads them when they are not there, or were loaded too long ago. */
  load(): void;
  /** Loads again what failed. */
  retry(): void;
  /** Saves and shows what the server answers; rejects with its refusal. */
  save(change: Partial<ChosenSettings>): Promise<void>;
  /** Optimistic: shows at once, and holds on this device even when it can not be saved. */
  change(change: Partial<ChosenSettings>): void;
  /** They were changed elsewhere. */
  refresh(): Promise<void>;
  /** Somebody else signs in. */
  forget(): void;
};

type Deps = { api: Pick<ApiClient, 'getSettings' | 'saveSettings'>; clock: ModelClock; cache: SettingsCache };

/** What changes elsewhere is announced; loading again is for the case that the announcement was lost. */
const FRESH_FOR_MS = 3_600_000;
/** One lost request is not worth a word. */
const FAILURES_BEFORE_REPORT = 2;

export function createSettingsModel({ api, clock, cache }: Deps): SettingsModel {
  const listeners = new Set<() => void>();
  const saves = createMutex();
  const retry = createRetry(clock);
  let settings = cache.read();
  let known: KnownSettings = { settings: null, failed: false };
  let loadedAt: number | null = null;
  let failures = 0;
  /** An answer counts only when nothing was set since its request began. */
  let version = 0;
  let loading: number | null = null;
  /** An answer to whoever was signed in before is dropped. */
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
      // An answer that does not know what was chosen since would take it back for a moment.
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
      // The answer to a save that began since is newer than what this is about.
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
