import { Failure } from './failure.ts';

const RETRY_SECONDS = 5;

/**
 * A semaphore per key: a bounded number run concurrently, the others wait in order; it rejects when too many
 * wait.
 */
export type Semaphore<Key = number> = { take(key: Key): Promise<() => void> };

/** Runs work in the order in which it was queued. */
export type BoundedQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Backpressure: rejects when the queue is full. */
export function createBoundedQueue(atOnce: number, atMostWaiting = Number.POSITIVE_INFINITY): BoundedQueue {
  const semaphore = createSemaphore<null>(atOnce);
  let present = 0;
  return async (work) => {
    if (present >= atOnce + atMostWaiting) throw tooMany();
    present += 1;
    const release = await semaphore.take(null);
    try {
      return await work();
    } finally {
      present -= 1;
      release();
    }
  };
}

function tooMany(): Failure {
  return new Failure('too_many_requests', 'Too many of these at once. Try again in a moment.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

export function createSemaphore<Key = number>(
  atOnce: number,
  atMostWaiting = Number.POSITIVE_INFINITY,
): Semaphore<Key> {
  const running = new Map<Key, { count: number; waiting: (() => void)[] }>();

  function release(key: Key): void {
    const state = running.get(key);
    if (!state) return;
    const next = state.waiting.shift();
    if (next) next();
    else state.count -= 1;
    if (state.count === 0) running.delete(key);
  }

  return {
    async take(key) {
      const state = running.get(key) ?? { count: 0, waiting: [] };
      const isFull = state.count >= atOnce;
      if (isFull && state.waiting.length >= atMostWaiting) throw tooMany();
      running.set(key, state);
      if (!isFull) state.count += 1;
      else await new Promise<void>((resolve) => state.waiting.push(resolve));
      let over = false;
      return () => {
        if (!over) release(key);
        over = true;
      };
    },
  };
}
