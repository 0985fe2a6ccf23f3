import {
  type ComponentProps,
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useState,
} from 'react';

/** Says that a part has begun to load; what it returns, that it is there. */
type BeginPending = () => () => void;

/** Whom a part that is loading tells. */
export const PendingContext = createContext<BeginPending>(() => () => undefined);

/**
 * Whether a part within is still loading, and what its `PendingContext` is. The element around it has to say so itself:
 * for a style sheet to look inside, `:has()` to the left of `~` is matched again for every element of a message.
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

/** In the place of what loads: what follows it, marked by `data-follows`, waits with it. */
export function PendingPart(props: ComponentProps<'div'>) {
  const begin = useContext(PendingContext);
  useLayoutEffect(begin, [begin]);
  return <div {...props} data-pending />;
}
