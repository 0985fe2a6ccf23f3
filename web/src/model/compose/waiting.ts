import type { ModelClock } from '../engine/environment.ts';

export function waiter(clock: ModelClock): (ms: number) => Promise<void> {
  return (ms) => new Promise((resolve) => void clock.after(ms, resolve));
}
