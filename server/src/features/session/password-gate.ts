import { Failure } from '../../platform/failure.ts';
import { createSemaphore } from '../../platform/semaphore.ts';

/** Strangers are distinguished by their network, known devices individually. */
export type Lane = { kind: 'stranger' | 'known'; key: string };

/** The queue of passwords to be verified. */
export type PasswordGate = { pass<T>(lane: Lane, judge: () => Promise<T>): Promise<T> };

/** A verification occupies a thread of the pool, which files need too. */
const AT_ONCE = 2;
const WAITING_IN_ONE_LANE = 50;
const WAITING = 500;
const RETRY_SECONDS = 5;

/**
 * Limits concurrency: one attempt at a time per network and per known device, and few in total. A burst from
 * one source delays others by one turn, and never delays a known device. Rejects when the queue is full.
 */
export function createPasswordGate(): PasswordGate {
  const lanes = createSemaphore<string>(1);
  const turns = createSemaphore<Lane['kind']>(AT_ONCE);
  const waiting = new Map<string, number>();
  let waitingInAll = 0;

  function count(name: string, change: 1 | -1): void {
    const now = (waiting.get(name) ?? 0) + change;
    if (now === 0) waiting.delete(name);
    else waiting.set(name, now);
    waitingInAll += change;
  }

  return {
    async pass({ kind, key }, judge) {
      const name = `${kind} ${key}`;
      if (waitingInAll >= WAITING || (waiting.get(name) ?? 0) >= WAITING_IN_ONE_LANE) {
        throw new Failure('too_many_requests', 'Too many sign-ins at once. Try again in a moment.', {
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      count(name, 1);
      try {
        const leaveLane = await lanes.take(name);
        try {
          const endTurn = await turns.take(kind);
          try {
            return await judge();
          } finally {
            endTurn();
          }
        } finally {
          leaveLane();
        }
      } finally {
        count(name, -1);
      }
    },
  };
}
