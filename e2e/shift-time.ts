import { shiftDate } from '@bocau/server/test-kit/shifted-time/shift-date.ts';
import { timeShift } from '@bocau/server/test-kit/shifted-time/time-shift.ts';
import type { BrowserContext } from '@playwright/test';

/** Shifts the clock of the context's pages to the time of the run, as the program's is. */
export async function shiftTime(context: BrowserContext): Promise<void> {
  await context.addInitScript(shiftDate, timeShift());
  await context.addInitScript(shiftOrigin, timeShift());
}

/** When a page began, by which the early rows tell how old they are. */
function shiftOrigin(shift: number): void {
  const origin = performance.timeOrigin + shift;
  Object.defineProperty(performance, 'timeOrigin', { get: () => origin });
}
