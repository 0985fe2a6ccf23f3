import { Component, type ComponentType, type ReactNode, use } from 'react';
import { mayReadAhead, type Rank, readLater } from './read-ahead.ts';

export type LazyPart<Props> = ((props: Props) => ReactNode) & {
  /** Preloads a part that is about to be needed, unless the browser saves data. */
  prepare(): void;
};

let failed: () => void = () => undefined;

/** Called when a part of the page could not be loaded; the rest of the page stays as it is. */
export function onPartFailed(listener: () => void): void {
  failed = listener;
}

/** Reports the same for code that is not a component but was needed now. */
export function reportPartFailed(): void {
  failed();
}

/**
 * A component whose code is loaded when it is first shown. Like `lazy`, it needs a Suspense around it; unlike
 * there, a failed load does not break the screen: the part is left out, or `Missing` shown, a notice says so, and
 * the next use retries.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  when: Rank | 'on-demand' = 'later',
  Missing?: ComponentType,
): LazyPart<Props> {
  let coming: Promise<ComponentType<Props>> | null = null;
  const part: Part<Props> = {
    // The same promise until its failure is shown: with a new one on each render React would retry forever.
    fetch() {
      coming ??= readableAtOnce(
        load().catch((cause: unknown) => {
          throw new PartMissingError('A part of the page could not be loaded', { cause });
        }),
      );
      return coming;
    },
    forget() {
      coming = null;
    },
  };

  const ahead = () =>
    part.fetch().catch((error: unknown) => {
      part.forget();
      throw error;
    });
  if (when !== 'on-demand') readLater(ahead, when);
  const shown = (props: Props) => (
    <PartBoundary given={Object.values(props)} forget={part.forget} missing={Missing && <Missing />}>
      <Loaded part={part} given={props} />
    </PartBoundary>
  );
  return Object.assign(shown, {
    prepare() {
      // A failure here is ignored: it is reported when the part is needed.
      if (mayReadAhead()) ahead().catch(() => undefined);
    },
  });
}

type Part<Props> = {
  fetch(): Promise<ComponentType<Props>>;
  /** The next fetch loads it again. */
  forget(): void;
};

/**
 * React reads a promise with a `status` field synchronously; any other one shows the Suspense fallback, if
 * only for a moment.
 */
function readableAtOnce<Value>(promise: Promise<Value>): Promise<Value> {
  // The derived promise is not returned: its rejection would be unhandled.
  promise.then(
    (value) => void Object.assign(promise, { status: 'fulfilled', value }),
    (reason: unknown) => void Object.assign(promise, { status: 'rejected', reason }),
  );
  return promise;
}

function Loaded<Props extends object>({ part, given }: { part: Part<Props>; given: Props }) {
  const Component = use(part.fetch());
  return <Component {...given} />;
}

class PartMissingError extends Error {}

type BoundaryProps = { given: unknown[]; forget(): void; missing: ReactNode; children: ReactNode };

/** Leaves the part out when its code failed to load, until its props change. */
class PartBoundary extends Component<BoundaryProps, { away: boolean }> {
  override state = { away: false };

  static getDerivedStateFromError(error: unknown): { away: boolean } {
    // Errors of the part itself are passed on.
    if (!(error instanceof PartMissingError)) throw error;
    return { away: true };
  }

  override componentDidCatch(): void {
    this.props.forget();
    failed();
  }

  override componentDidUpdate({ given }: BoundaryProps): void {
    const same = given.every((value, index) => value === this.props.given[index]);
    if (this.state.away && !same) this.setState({ away: false });
  }

  override render(): ReactNode {
    return this.state.away ? this.props.missing : this.props.children;
  }
}
