import { Component, type ComponentType, type ReactNode, use } from 'react';
import { loadChunk } from '../lib/load-chunk.ts';
import { mayReadAhead, type Rank, readLater } from './read-ahead.ts';

export type LazyPart<Props> = ((props: Props) => ReactNode) & {
  /** Somebody is about to need it: it is loaded unless every byte costs. */
  prepare(): void;
};

let failed: () => void = () => undefined;

/** Told when a part of the page could not be loaded; the rest of the page stays as it is. */
export function onPartFailed(listener: () => void): void {
  failed = listener;
}

/** For code that is no component, and was needed now. */
export function reportPartFailed(): void {
  failed();
}

/**
 * A component whose code comes when it is first shown. Needs a Suspense around it, as `lazy` does; unlike there, code
 * that does not come is no end of the screen: the part stays away, a notice says so, and the next try loads again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  when: Rank | 'on-demand' = 'later',
): LazyPart<Props> {
  let coming: Promise<ComponentType<Props>> | null = null;
  const part: Part<Props> = {
    // The same promise until its failure is shown: with another one each time React would try without an end.
    fetch() {
      coming ??= readableAtOnce(
        loadChunk(load).catch((cause: unknown) => {
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
    <PartBoundary given={Object.values(props)} forget={part.forget}>
      <Loaded part={part} given={props} />
    </PartBoundary>
  );
  return Object.assign(shown, {
    prepare() {
      // What does not come now is told when it is needed.
      if (mayReadAhead()) ahead().catch(() => undefined);
    },
  });
}

type Part<Props> = {
  fetch(): Promise<ComponentType<Props>>;
  /** The next time it is asked for it is loaded again. */
  forget(): void;
};

/** React reads a promise that says what became of it; any other one shows what stands in for it, if only for a moment. */
function readableAtOnce<Value>(promise: Promise<Value>): Promise<Value> {
  // Nothing is returned: a promise that became the failed one would be a failure that nobody handles.
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

type BoundaryProps = { given: unknown[]; forget(): void; children: ReactNode };

/** Leaves the part away when its code did not come, until it is asked for with something new. */
class PartBoundary extends Component<BoundaryProps, { away: boolean }> {
  override state = { away: false };

  static getDerivedStateFromError(error: unknown): { away: boolean } {
    // A fault in the part itself is not ours to hide.
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
    return this.state.away ? null : this.props.children;
  }
}
