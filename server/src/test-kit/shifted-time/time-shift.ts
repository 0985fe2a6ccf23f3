import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const TIME_SHIFT_MS = 'TIME_SHIFT_MS';
const SHIFT_PROCESS = pathToFileURL(join(import.meta.dirname, 'shift-process.ts')).href;

/** From here on `now` is the time of the programs that this process starts, and of those that its own children start. */
export function startTimeAt(now: number): void {
  process.env[TIME_SHIFT_MS] = String(now - Date.now());
}

/** How much later than the machine's the time of this run is. */
export function timeShift(): number {
  return Number(process.env[TIME_SHIFT_MS] ?? 0);
}

/** What a Node process is started with so that it goes by the time of this run. */
export function shiftedProcess(): { args: string[]; env: Record<string, string> } {
  return process.env[TIME_SHIFT_MS] === undefined
    ? { args: [], env: {} }
    : { args: ['--import', SHIFT_PROCESS], env: { [TIME_SHIFT_MS]: String(timeShift()) } };
}
