/** vitest waits for one second, as `expect.poll` does unless configured: on a busy machine what is right takes longer. */
import { vi } from 'vitest';

const PATIENT = { timeout: 30_000 };

const { waitFor, waitUntil } = vi;

// Files share a process, and with it what is set here.
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
