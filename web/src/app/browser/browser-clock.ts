import { now } from '../../lib/timers.ts';
import type { ModelClock } from '../../model/engine/environment.ts';

export const browserClock: ModelClock = {
  now,
  after(ms, run) {
    const timer = window.setTimeout(run, ms);
    return { stop: () => window.clearTimeout(timer) };
  },
  every(ms, run) {
    const timer = window.setInterval(run, ms);
    return { stop: () => window.clearInterval(timer) };
  },
};
