import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  Component as ReactComponent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createRouter, type NavigateOptions, type Router, type Shown } from './create-router.ts';
import { type Location, memoryEntries } from './history.ts';
import { matchPath, type Params } from './match-path.ts';

const RouterContext = createContext<Router | null>(null);
const ShownContext = createContext<Shown | null>(null);
/** The level of the route that a component belongs to. */
const DepthContext = createContext(-1);
const ErrorContext = createContext<unknown>(null);

export function RouterProvider({ router, starting }: { router: Router; starting: ReactNode }) {
  const shown = useSyncExternalStore(router.subscribe, router.shown);
  const nothingYet = shown.levels.length === 0 && shown.failure === null;
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>{nothingYet ? starting : <ShownLevel depth={0} />}</ShownContext>
    </RouterContext>
  );
}

/** For testing a part by itself: an address around it, without routes. */
export function MemoryRouter({ at, children }: { at: string; children: ReactNode }) {
  const [router] = useState(() => createRouter([{ path: '*' }], memoryEntries(at)));
  const shown = useSyncExternalStore(router.subscribe, router.shown);
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>{children}</ShownContext>
    </RouterContext>
  );
}

/** Where a layout renders its child route. */
export function Outlet() {
  return <ShownLevel depth={useContext(DepthContext) + 1} />;
}

function ShownLevel({ depth }: { depth: number }) {
  const { levels, failure, location } = useShown();
  const level = levels[depth];
  const Component = level?.component;
  // The same element again, so that a layout does not rerender when its child screen changes.
  const element = useMemo(() => (Component ? <Component /> : <Outlet />), [Component]);
  if (!level) {
    if (!failure || depth > levels.length) return null;
    return (
      <ErrorContext value={failure.error}>
        <failure.component />
      </ErrorContext>
    );
  }
  const Failed = level.route.failed;
  const inside = <DepthContext value={depth}>{element}</DepthContext>;
  if (!Failed) return inside;
  return (
    <Boundary at={location} failed={<Failed />}>
      {inside}
    </Boundary>
  );
}

type BoundaryProps = { at: Location; failed: ReactNode; children: ReactNode };
type BoundaryState = { at: Location; error: unknown; broken: boolean };

/** A broken screen stays limited to itself: the next address is tried again. */
class Boundary extends ReactComponent<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { at: this.props.at, error: null, broken: false };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error, broken: true };
  }

  static getDerivedStateFromProps(
    { at }: BoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    return at === state.at ? null : { at, error: null, broken: false };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return <ErrorContext value={this.state.error}>{this.props.failed}</ErrorContext>;
  }
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean; state?: unknown };

export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event) || rest.target) return;
    event.preventDefault();
    const { pathname, search } = router.shown().location;
    void router.navigate(to, { replace: replace ?? pathname + search === to, state });
  }
  return <a {...rest} href={to} onClick={follow} />;
}

/** A click that does not open another tab or window. */
export function isPlainClick({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent): boolean {
  return !(metaKey || ctrlKey || shiftKey || altKey) && button === 0;
}

export type Navigate = (to: string | number, options?: NavigateOptions) => Promise<void>;

export function useNavigate(): Navigate {
  return useRouter().navigate;
}

export function useLocation(): Location {
  return useShown().location;
}

export function useParams(): Params {
  return useShown().params;
}

/** How the user got to the current page. */
export function useArrival(): Shown['arrival'] {
  return useShown().arrival;
}

export function useMatch(pattern: string): Params | null {
  return matchPath(pattern, useLocation().pathname);
}

/** The data that the route of this layout has loaded. */
export function useLoaded(): unknown {
  const depth = useContext(DepthContext);
  return useShown().levels[depth]?.data;
}

export function useRouteError(): unknown {
  return useContext(ErrorContext);
}

/** Blocks navigations while `holds` returns true; returns how to continue or cancel the blocked one. */
export function useHeldNavigation(holds: (from: Location, to: Location) => boolean) {
  const router = useRouter();
  const [waiting, setWaiting] = useState<{ proceed: () => void } | null>(null);
  useEffect(
    () =>
      router.block((from, to, proceed) => {
        if (!holds(from, to)) return false;
        setWaiting({ proceed });
        return true;
      }),
    [router, holds],
  );
  return {
    held: waiting !== null,
    stay: () => setWaiting(null),
    proceed() {
      setWaiting(null);
      waiting?.proceed();
    },
  };
}

/** While open, the Back button closes it instead of leaving the page; or does nothing, if it stays. */
export function useBackLayer(close: () => void, opened = true, stays = false): void {
  const router = useContext(RouterContext);
  const latest = useRef({ close, stays });
  latest.current = { close, stays };
  useEffect(
    () =>
      opened
        ? router?.openLayer(
            () => latest.current.close(),
            () => latest.current.stays,
          )
        : undefined,
    [router, opened],
  );
}

function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('There is no router around this part of the screen');
  return router;
}

function useShown(): Shown {
  const shown = useContext(ShownContext);
  if (!shown) throw new Error('There is no router around this part of the screen');
  return shown;
}
