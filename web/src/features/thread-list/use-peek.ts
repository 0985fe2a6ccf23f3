import type { Thread } from '@bocau/contract/threads.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { after } from '../../lib/timers.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';

type Peeked = { id: string; path: string };

/** A pointer resting on a row for this long will likely open it. */
const REST_MS = 80;

/**
 * Prefetches what will likely be opened: the neighbours of the open thread, and the row under a resting
 * pointer. Returns the callback for the rows that the pointer enters, and for leaving them.
 */
export function usePeekAhead(
  list: ListRef,
  neighbours: readonly (Thread | null)[],
  prepareThread: () => void,
): (thread: Thread | null) => void {
  const [pointed, point] = usePointed();
  usePeek([...neighbours.map((thread) => thread && peekedIn(list, thread)), pointed]);
  return useCallback(
    (thread) => {
      if (thread) prepareThread();
      point(thread && peekedIn(list, thread));
    },
    [list, point, prepareThread],
  );
}

function peekedIn(list: ListRef, thread: Thread): Peeked {
  return { id: thread.id, path: list.kind === 'folder' ? list.path : thread.mailbox_name };
}

/** Prefetches threads without marking them as read. */
function usePeek(threads: readonly (Peeked | null)[]): void {
  const model = useMailModel();
  const wanted = threads.flatMap((thread) => thread ?? []);
  const key = wanted.map(({ id, path }) => `${id} ${path}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the threads
  useEffect(() => {
    const releases = wanted.map(({ id, path }) => model.holdThread(id, path, { peek: true }));
    return () => {
      for (const release of releases) release();
    };
  }, [model, key]);
}

/** The row that the pointer rests on. */
function usePointed(): [Peeked | null, (thread: Peeked | null) => void] {
  const [pointed, setPointed] = useState<Peeked | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const point = useRef((thread: Peeked | null) => {
    stop.current?.();
    stop.current = thread === null ? null : after(REST_MS, () => setPointed(thread));
  });
  useEffect(() => () => stop.current?.(), []);
  return [pointed, point.current];
}
