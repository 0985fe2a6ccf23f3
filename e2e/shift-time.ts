import { shiftDate } from '@bocau/server/test-kit/shifted-time/shift-date.ts';
import { timeShift } from '@bocau/server/test-kit/shifted-time/time-shift.ts';
import type { BrowserContext } from '@playwright/test';

/** Pages of this context go by the time of the run, as the program does. */
export async function shiftTime(context: BrowserContext): Promise<void> {
  await context.addInitScript(shiftDate, timeShift());
}
