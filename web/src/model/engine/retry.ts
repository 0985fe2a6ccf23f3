import { ApiError } from '@bocau/contract/client.ts';
import type { ModelClock } from './environment.ts';

/** Worth another try: the server did not answer, or could not. */
export function isUnreachable(error: ApiError): boolean {
  return error.status === 0 || error.status >= 500 || error.status === 408 || error.status === 429;
}

/** A failure of our own code is told like one of the server's. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(500, 'internal_error', error instanceof Error ? error.message : String(error));
}

type Retry = {
  /** Runs later; the pause grows with each failure. */
  later(run: () => void, atLeastSeconds?: number | null): void;
  isWaiting(): boolean;
  /** Something worked: the next pause is short again. */
  worked(): void;
  /** It is tried again by other means. */
  reset(): void;
};

const LONGEST_PAUSE_SECONDS = 30;

/** Retry with exponential backoff; a Retry-After of the server counts more. */
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
