import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../platform/clock.ts';
import { TEST_NOW } from '../test-clock.ts';

const TIME_SHIFT_MS = 'TIME_SHIFT_MS';
const SHIFT_PROCESS = pathToFileURL(join(import.meta.dirname, 'shift-process.ts')).href;

/**
 * Sets the time of the tests, or that of `JOURNEYS_AT`, for the programs that this process starts, and for
 * their children.
 */
export function startTime(): void {
  const { JOURNEYS_AT } = process.env;
  const now = JOURNEYS_AT ? Date.parse(JOURNEYS_AT) : TEST_NOW;
  if (Number.isNaN(now))
    throw new Error(`JOURNEYS_AT=${JOURNEYS_AT} is no time, as 2026-11-20T23:55+07:00 is`);
  process.env[TIME_SHIFT_MS] = String(now - systemClock.now());
}

/** The offset of this run's time from the machine's. */
export function timeShift(): number {
  return Number(process.env[TIME_SHIFT_MS] ?? 0);
}

/** The options with which a Node process uses the time of this run. */
export function shiftedProcess(): { args: string[]; env: Record<string, string> } {
  return process.env[TIME_SHIFT_MS] === undefined
    ? { args: [], env: {} }
    : { args: ['--import', SHIFT_PROCESS], env: { [TIME_SHIFT_MS]: String(timeShift()) } };
}
