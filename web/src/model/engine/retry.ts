import { ApiError } from '@bocau/contract/client.ts';
import type { ModelClock } from './environment.ts';

/** Worth a retry: the server did not answer, or could not. */
export function isUnreachable(error: ApiError): boolean {
  return error.status === 0 || error.status >= 500 || error.status === 408 || error.status === 429;
}

/** Reports an exception in our own code like a server error. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(500, 'internal_error', error instanceof Error ? error.message : String(error));
}

type Retry = {
  /** Runs later; the pause grows with each failure. */
  later(run: () => void, atLeastSeconds?: number | null): void;
  isWaiting(): boolean;
  /** A success resets the backoff. */
  worked(): void;
  /** The retry is taken over by other means. */
  reset(): void;
};

const LONGEST_PAUSE_SECONDS = 30;

/** Retry with exponential backoff; a Retry-After of the server takes precedence. */
export function createRetry(clock: ModelClock): Retry {
  let seconds = 1;
  let timer: { stop(): void } | null = null;
  return {
    later(run, atLeastSeconds) {
      if (timer) return;
      const pause = Math.max(seconds, atLeastSeconds ?? 0);
      seconds = Math.min(seconds * 2, LONGEST_PAUSE_SECONDS);
      timer = clock.after(pause * 1000, () => {
        timer = null;
        run();
      });
    },
    isWaiting: () => timer !== null,
    worked() {
      seconds = 1;
    },
    reset() {
      timer?.stop();
      timer = null;
      seconds = 1;
    },
  };
}
