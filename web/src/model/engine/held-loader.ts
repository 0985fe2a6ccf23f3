import type { ApiError } from '@bocau/contract/client.ts';
import type { ChangeLog, Reading } from './change-log.ts';
import type { ModelClock } from './environment.ts';
import { asApiError, createRetry, isUnreachable } from './retry.ts';

/** Loaded from the server while a screen holds it: a page of a list, a list, an open thread. */
export type Held = {
  holds: number;
  /** The known state may be out of date. */
  stale: boolean;
  /** The first answer is pending. */
  loading: boolean;
  /** Why the last request failed, until there is an answer. */
  error: ApiError | null;
};

type Read<Answer, Change> = {
  ask(signal: AbortSignal): Promise<Answer>;
  /** Applies the answer and then the changes that were applied while it was pending, as it may be older. */
  take(answer: Answer, changes: readonly Change[]): void;
  failed?(error: ApiError): void;
  /** Appends to the known state instead of replacing it. */
  continues?: boolean;
};

/** One request in flight. */
type Load = { controller: AbortController; done: Promise<void> };

type Deps<Entry extends Held, Change> = {
  clock: ModelClock;
  log: Pick<ChangeLog<Change>, 'startReading'>;
  batch(change: () => void): void;
  entries(): Iterable<Entry>;
  isKnown(entry: Entry): boolean;
  /** Settles when the journal's number is known: answers from then on are not older than it. */
  ready(): Promise<void>;
  load(entry: Entry): void;
  /** Shows the entry from this device's cache; null when it is not cached. */
  lastSeen(entry: Entry): Promise<(() => void) | null>;
};

/** Keeps held entries up to date: one request per entry at a time, with a common retry and backoff. */
export function createHeldLoader<Entry extends Held, Change>(deps: Deps<Entry, Change>) {
  const { batch, log, entries, isKnown } = deps;
  const loads = new Map<Entry, Load>();
  const retry = createRetry(deps.clock);
  let closed = false;

  function read<Answer>(entry: Entry, how: Read<Answer, Change>): Promise<void> {
    const running = loads.get(entry);
    if (running) return running.done;
    if (closed) return Promise.resolve();
    const load: Load = { controller: new AbortController(), done: Promise.resolve() };
    loads.set(entry, load);
    load.done = run(entry, how, load).finally(() => {
      end(entry, load);
      loadStale();
    });
    return load.done;
  }

  /** Ends the load before listeners hear of the answer, as they may request what follows. */
  function end(entry: Entry, load: Load): void {
    if (loads.get(entry) === load) loads.delete(entry);
  }

  async function run<Answer>(entry: Entry, how: Read<Answer, Change>, load: Load): Promise<void> {
    const { signal } = load.controller;
    if (!how.continues) entry.stale = false;
    if (!isKnown(entry)) batch(() => (entry.loading = true));
    let reading: Reading<Change> | null = null;
    try {
      await deps.ready();
      if (signal.aborted) return;
      reading = log.startReading();
      const answer = await how.ask(signal);
      if (signal.aborted) return;
      const changes = reading.appliedSince();
      end(entry, load);
      batch(() => {
        Object.assign(entry, { error: null, loading: false });
        how.take(answer, changes);
      });
      if (![...entries()].some(isCutOff)) retry.worked();
    } catch (thrown) {
      if (!signal.aborted) await fail(entry, how, asApiError(thrown));
    } finally {
      reading?.done();
    }
  }

  async function fail<Answer>(entry: Entry, how: Read<Answer, Change>, error: ApiError): Promise<void> {
    const cutOff = isUnreachable(error);
    const lastSeen = cutOff && !isKnown(entry) ? await deps.lastSeen(entry) : null;
    batch(() => {
      lastSeen?.();
      // A refused continuation is followed by loading from the beginning, which may reveal more.
      const isStale = entry.stale || cutOff !== (how.continues === true);
      Object.assign(entry, { error, loading: false, stale: isStale });
      how.failed?.(error);
    });
    if (cutOff || entry.stale) retry.later(tryAgain, error.retryAfter);
  }

  function isCutOff({ holds, error }: Entry): boolean {
    return holds > 0 && error !== null && isUnreachable(error);
  }

  /** After a refusal, an entry is not loaded until it is held again. */
  function isDue(entry: Entry): boolean {
    return entry.holds > 0 && (entry.stale || !isKnown(entry)) && !entry.error && !loads.has(entry);
  }

  function loadStale(): void {
    for (const entry of [...entries()]) if (isDue(entry)) deps.load(entry);
  }

  function tryAgain(): void {
    for (const entry of [...entries()]) {
      if (entry.holds > 0 && entry.error && (entry.stale || isCutOff(entry))) deps.load(entry);
    }
    loadStale();
  }

  return {
    read,
    isDue,
    isLoading: (entry: Entry): boolean => loads.has(entry),
    isWaiting: retry.isWaiting,
    /** Settles when no request for the entry is in flight. */
    async idle(entry: Entry): Promise<void> {
      await loads.get(entry)?.done;
    },
    loadStale,
    /** Retries at once what failed. */
    resume(): void {
      retry.reset();
      tryAgain();
    },
    /** Cancels the pending answer. */
    abort(entry: Entry): void {
      const load = loads.get(entry);
      if (!load) return;
      loads.delete(entry);
      load.controller.abort();
      entry.stale = true;
      if (entry.loading) batch(() => (entry.loading = false));
    },
    close(): void {
      closed = true;
      retry.reset();
      for (const { controller } of loads.values()) controller.abort();
    },
  };
}
