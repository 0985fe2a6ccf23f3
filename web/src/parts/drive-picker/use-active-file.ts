import { useEffect, useRef } from 'react';
import { useKeyed } from '../../ui/rows/use-keyed.ts';

/** The active file for the keyboard among tiles or rows; another place starts at its first one. */
export function useActiveFile(place: string, count: number, boxes: boolean) {
  const root = useRef<HTMLDivElement>(null);
  const [active, setActive] = useKeyed(place, 0);
  const at = Math.min(active, count - 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reset in another place
  useEffect(() => {
    root.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at, place]);

  /** Whether the key moves to another file. */
  function moveBy(key: string): boolean {
    const wide = boxes ? columnsOf(root.current) : 1;
    const steps: Record<string, number> = {
      ArrowDown: wide,
      ArrowUp: -wide,
      Home: -at,
      End: count - 1 - at,
      ...(boxes ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
    };
    const step = steps[key];
    if (step !== undefined) setActive(Math.max(0, Math.min(count - 1, at + step)));
    return step !== undefined;
  }

  return { root, at, setActive, moveBy };
}

function columnsOf(list: HTMLElement | null): number {
  const [first, ...rest] = list ? [...list.children] : [];
  if (!(first instanceof HTMLElement)) return 1;
  const next = rest.findIndex((one) => (one as HTMLElement).offsetTop > first.offsetTop);
  return next < 0 ? rest.length + 1 : next + 1;
}
