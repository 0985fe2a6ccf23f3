import { Component, type ComponentType, type ReactNode, use } from 'react';
import { loadChunk } from '../lib/load-chunk.ts';

const parts = new Set<() => Promise<unknown>>();
let failed: () => void = () => undefined;

/** Told when a part of the page could not be loaded; the rest of the page stays as it is. */
export function onPartFailed(listener: () => void): void {
  failed = listener;
}

/** For code that is no component, and was needed now. */
export function tellPartFailed(): void {
  failed();
}

/**
 * Loads the parts that were not needed at first, when the browser has nothing else to do: so that they come at once
 * when they are asked for, and are there without a connection, too. One that fails is asked for again when it is needed.
 */
export function loadPartsAhead(): void {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 500));
  whenIdle(() => void Promise.allSettled([...parts].map((load) => load())));
}

/** Something that is no component, to be loaded with the parts. */
export function loadAhead(load: () => Promise<unknown>): () => void {
  parts.add(load);
  return () => parts.delete(load);
}

/**
 * A component whose code comes when it is first shown. Needs a Suspense around it, as `lazy` does; unlike there, code
 * that does not come is no end of the screen: the part stays away, a notice says so, and the next try loads again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  when: 'ahead' | 'on-demand' = 'ahead',
): (props: Props) => ReactNode {
  let coming: Promise<void> | null = null;
  const part: Part<Props> = {
    known: null,
    // The same promise until its failure is shown: with another one each time React would try without an end.
    fetch() {
      coming ??= loadChunk(load).then(
        (component) => {
          part.known = component;
        },
        (cause: unknown) => {
          throw new PartMissingError('A part of the page could not be loaded', { cause });
        },
      );
      return coming;
    },
    forget() {
      coming = null;
    },
  };

  if (when === 'ahead') {
    parts.add(() =>
      part.fetch().catch((error: unknown) => {
        part.forget();
        throw error;
      }),
    );
  }
  return (props) => (
    <PartBoundary given={Object.values(props)} forget={part.forget}>
      <Loaded part={part} given={props} />
    </PartBoundary>
  );
}

type Part<Props> = {
  known: ComponentType<Props> | null;
  fetch(): Promise<void>;
  /** The next time it is asked for it is loaded again. */
  forget(): void;
};

function Loaded<Props extends object>({ part, given }: { part: Part<Props>; given: Props }) {
  if (!part.known) use(part.fetch());
  const Component = part.known;
  return Component && <Component {...given} />;
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
