import type { ModelClock } from '../model-options.ts';

export function waiter(clock: ModelClock): (ms: number) => Promise<void> {
  return (ms) => new Promise((resolve) => void clock.after(ms, resolve));
}
