import {
  type ComponentProps,
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useState,
} from 'react';

/** Reports that a part has started to load; the returned function, that it is done. */
type BeginPending = () => () => void;

/** The ancestor that a loading part reports to. */
export const PendingContext = createContext<BeginPending>(() => () => undefined);

/**
 * Whether a descendant is still loading, and the value for its `PendingContext`. The containing element needs
 * an attribute for it: in a style sheet, `:has()` to the left of `~` would be matched again for every element
 * of a message.
 */
export function usePending(): { pending: true | undefined; begin: BeginPending } {
  const [count, setCount] = useState(0);
  const beginAround = useContext(PendingContext);
  const begin = useCallback(() => {
    setCount((now) => now + 1);
    const endAround = beginAround();
    return () => {
      setCount((now) => now - 1);
      endAround();
    };
  }, [beginAround]);
  return { pending: count > 0 || undefined, begin };
}

/** Placeholder of a loading part: content after it that is marked by `data-follows` is hidden until then. */
export function PendingPart(props: ComponentProps<'div'>) {
  const begin = useContext(PendingContext);
  useLayoutEffect(begin, [begin]);
  return <div {...props} data-pending />;
}
