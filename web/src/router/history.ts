import { after } from '../lib/timers.ts';

/** Within this time after a navigation, everything that it removes has left the page. */
const SETTLED_MS = 100;

/** The current location; `state` was passed with the navigation and stays with the history entry. */
export type Location = {
  readonly pathname: string;
  readonly search: string;
  readonly state: unknown;
  /** Index of the entry in the history: it tells a step back from one forward. */
  readonly index: number;
};

/** The entries of a browser's history, or of a test. */
export type Entries = {
  current(): { address: string; kept: unknown };
  push(address: string, kept: Kept): void;
  replace(address: string, kept: Kept): void;
  go(by: number): void;
  onGone(listener: () => void): void;
  /** Runs after the current changes of the page. */
  soon(run: () => void): void;
};

export type Kept = { index: number; state: unknown };

export function locationOf(address: string, state: unknown, index: number): Location {
  const { pathname, search } = new URL(address, 'http://here');
  return { pathname, search, state, index };
}

export function currentLocation(entries: Entries): Location {
  const { address, kept } = entries.current();
  const { index = 0, state = null } = (kept ?? {}) as Partial<Kept>;
  return locationOf(address, state, index);
}

export function browserEntries(): Entries {
  return {
    current: () => ({ address: window.location.href, kept: window.history.state }),
    push: (address, kept) => window.history.pushState(kept, '', address),
    replace: (address, kept) => window.history.replaceState(kept, '', address),
    go: (by) => window.history.go(by),
    onGone: (listener) => window.addEventListener('popstate', listener),
    soon: (run) => after(SETTLED_MS, run),
  };
}

export function memoryEntries(first: string): Entries {
  const entries: { address: string; kept: unknown }[] = [{ address: first, kept: null }];
  let at = 0;
  let gone = () => {};
  return {
    current: () => entries[at] ?? { address: first, kept: null },
    push(address, kept) {
      entries.splice(++at, entries.length, { address, kept });
    },
    replace(address, kept) {
      entries[at] = { address, kept };
    },
    go(by) {
      if (entries[at + by] === undefined) return;
      at += by;
      gone();
    },
    onGone: (listener) => {
      gone = listener;
    },
    soon: (run) => run(),
  };
}
