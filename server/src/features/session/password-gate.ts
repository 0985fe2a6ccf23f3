import { Failure } from '../../platform/failure.ts';
import { createSemaphore } from '../../platform/semaphore.ts';

/** Strangers are told apart by their network, known devices by themselves. */
export type Lane = { kind: 'stranger' | 'known'; key: string };

/** Where passwords wait to be judged. */
export type PasswordGate = { pass<T>(lane: Lane, judge: () => Promise<T>): Promise<T> };

/** A verification takes a thread, and those are needed for files as well. */
const AT_ONCE = 2;
const WAITING_IN_ONE_LANE = 50;
const WAITING = 500;
const RETRY_SECONDS = 5;

/**
 * One try at a time of each network and each known device, and few in all: a burst from one place costs others one turn,
 * and never costs a known device anything. Who would wait long is sent away instead.
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
