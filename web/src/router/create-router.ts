import type { ComponentType } from 'react';
import { currentLocation, type Entries, type Location, locationOf } from './history.ts';
import { withLayers } from './layers.ts';
import { matchPath, type Params } from './match-path.ts';

/** Of several routes that match an address, the first one is used. */
export type Route = {
  /** Of a route without children; see matchPath. */
  path?: string;
  redirect?: string;
  component?: ComponentType;
  /** Code that is loaded when the address is requested. */
  lazy?: () => Promise<ComponentType>;
  /** Called once while the route is shown; may throw a Redirect. */
  load?: (location: Location) => unknown;
  children?: Route[];
  /** Replaces the route when something in it fails. */
  failed?: ComponentType;
};

export class Redirect {
  readonly to: string;
  constructor(to: string) {
    this.to = to;
  }
}

export type Level = { route: Route; component: ComponentType | null; data: unknown };
export type Shown = {
  location: Location;
  /** How the user got here. */
  arrival: 'pop' | 'push' | 'replace';
  params: Params;
  /** From the outermost route to the innermost; empty until the first has loaded. */
  levels: readonly Level[];
  /** Why the address could not be shown, and the component that replaces the rest after the last level. */
  failure: { error: unknown; component: ComponentType } | null;
};

export type NavigateOptions = { replace?: boolean; state?: unknown };
/** Called before a navigation; true blocks it, and `proceed` continues it. */
export type Blocker = (from: Location, to: Location, proceed: () => void) => boolean;
export type Router = ReturnType<typeof createRouter>;

/** The History API, with routes that load: an address is shown when its code and data have arrived. */
export function createRouter(routes: readonly Route[], history: Entries) {
  const entries = withLayers(history);
  const listeners = new Set<() => void>();
  const blockers = new Set<Blocker>();
  let shown: Shown = {
    location: currentLocation(entries),
    arrival: 'pop',
    params: {},
    levels: [],
    failure: null,
  };
  let latest = 0;
  /** The browser's current entry: while a route loads, it is ahead of what is shown. */
  let entry = shown.location;
  /** The browser is returning to the entry of a blocked navigation; `mayGo`: the next step was confirmed. */
  let returning = false;
  let mayGo = false;

  function show(next: Shown): void {
    shown = next;
    for (const listener of [...listeners]) listener();
  }

  async function come(location: Location, arrival: Shown['arrival']): Promise<void> {
    const turn = ++latest;
    const found = findRoutes(routes, location.pathname);
    const branch = found?.branch ?? [];
    const redirect = branch.at(-1)?.redirect;
    if (redirect !== undefined) return come(locationOf(redirect, null, location.index), replacing(arrival));
    const levels: Level[] = [];
    let failure: Shown['failure'] = null;
    for (const route of branch) {
      try {
        // Synchronous when everything is loaded already, so that a click takes effect at once.
        const level = levelOf(route, location);
        levels.push(level instanceof Promise ? await level : level);
        if (turn !== latest) return;
      } catch (error) {
        if (turn !== latest) return;
        if (error instanceof Redirect)
          return come(locationOf(error.to, null, location.index), replacing(arrival));
        const at = branch.findLastIndex(({ failed }, index) => failed && index <= levels.length);
        const component = branch[at]?.failed;
        if (!component) throw error;
        levels.length = at;
        failure = { error, component };
        break;
      }
    }
    const kept = { index: location.index, state: location.state };
    const address = location.pathname + location.search;
    if (arrival === 'push') entries.push(address, kept);
    else if (arrival === 'replace') entries.replace(address, kept);
    entry = location;
    show({ location, arrival, params: found?.params ?? {}, levels, failure });
  }

  /** A level that is shown already is neither fetched nor loaded again. */
  function levelOf(route: Route, location: Location): Level | Promise<Level> {
    const here = shown.levels.find((level) => level.route === route);
    if (here) return here;
    const component = route.component ?? route.lazy?.() ?? null;
    const data = route.load?.(location);
    if (!(component instanceof Promise) && !(data instanceof Promise)) return { route, component, data };
    return Promise.all([component, data]).then(([component, data]) => ({ route, component, data }));
  }

  entries.onGone(() => {
    const to = currentLocation(entries);
    const by = to.index - entry.index;
    if (returning) {
      returning = false;
      return;
    }
    const held = !mayGo && by !== 0 && isHeld(to, () => leave(by));
    mayGo = false;
    if (held) {
      // The browser has moved already, so it is sent back.
      returning = true;
      entries.go(-by);
      return;
    }
    entry = to;
    void come(to, 'pop');
  });

  function leave(by: number): void {
    mayGo = true;
    entries.go(by);
  }

  function isHeld(to: Location, proceed: () => void): boolean {
    return [...blockers].some((blocker) => blocker(shown.location, to, proceed));
  }

  async function navigate(to: string | number, { replace = false, state = null }: NavigateOptions = {}) {
    if (typeof to === 'number') return entries.go(to);
    const target = locationOf(to, state, entry.index + (replace ? 0 : 1));
    const go = () => come(target, replace ? 'replace' : 'push');
    if (!isHeld(target, () => void go())) await go();
  }

  void come(shown.location, 'pop');
  return {
    shown: () => shown,
    navigate,
    openLayer: entries.openLayer,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    block(blocker: Blocker): () => void {
      blockers.add(blocker);
      return () => blockers.delete(blocker);
    },
  };
}

/** A redirect reached by the address bar or the Back button replaces that entry. */
function replacing(arrival: Shown['arrival']): Shown['arrival'] {
  return arrival === 'push' ? 'push' : 'replace';
}

function findRoutes(routes: readonly Route[], pathname: string): { branch: Route[]; params: Params } | null {
  for (const route of routes) {
    const inside = route.children ? findRoutes(route.children, pathname) : null;
    if (inside) return { branch: [route, ...inside.branch], params: inside.params };
    const params = route.path === undefined ? null : matchPath(route.path, pathname);
    if (params) return { branch: [route], params };
  }
  return null;
}
