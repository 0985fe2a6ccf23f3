/**
 * vitest waits for one second, as `expect.poll` does by default: on a busy machine correct behaviour takes
 * longer.
 */
import { vi } from 'vitest';

const PATIENT = { timeout: 30_000 };

const { waitFor, waitUntil } = vi;

// Files share a process, and so this setting.
if (waitFor.name === 'waitFor') {
  vi.waitFor = function patientWaitFor(callback, options) {
    return waitFor(callback, patiently(options));
  };
  vi.waitUntil = function patientWaitUntil(callback, options) {
    return waitUntil(callback, patiently(options));
  };
}

type WaitOptions = Parameters<typeof vi.waitFor>[1];

function patiently(options: WaitOptions): WaitOptions {
  return typeof options === 'number' ? options : { ...PATIENT, ...options };
}
