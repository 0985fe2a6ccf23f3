import { useEffect, useRef, useState } from 'react';
import { after } from '../../lib/timers.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';

export type Peeked = { id: string; path: string };

/** A pointer that rests this long on a row is likely to open it. */
const REST_MS = 80;

/** Reads threads ahead without marking them read, so that they are there when they are opened. */
export function usePeek(threads: readonly (Peeked | null)[]): void {
  const model = useMailModel();
  const wanted = threads.flatMap((thread) => thread ?? []);
  const key = wanted.map(({ id, path }) => `${id} ${path}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which threads they are
  useEffect(() => {
    const releases = wanted.map(({ id, path }) => model.holdThread(id, path, { peek: true }));
    return () => {
      for (const release of releases) release();
    };
  }, [model, key]);
}

/** The row that the pointer rests on. */
export function usePointed(): [Peeked | null, (thread: Peeked | null) => void] {
  const [pointed, setPointed] = useState<Peeked | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const point = useRef((thread: Peeked | null) => {
    stop.current?.();
    stop.current = thread === null ? null : after(REST_MS, () => setPointed(thread));
  });
  useEffect(() => () => stop.current?.(), []);
  return [pointed, point.current];
}
