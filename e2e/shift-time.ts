import { shiftDate } from '@bocau/server/test-kit/shifted-time/shift-date.ts';
import { timeShift } from '@bocau/server/test-kit/shifted-time/time-shift.ts';
import type { BrowserContext } from '@playwright/test';

/** Shifts the clock of the context's pages to the time of the run, as the program's is. */
export async function shiftTime(context: BrowserContext): Promise<void> {
  await context.addInitScript(shiftDate, timeShift());
}
