import type { Clock } from '../../platform/clock.ts';

const WINDOW_MS = 60_000;
const REPORTS_A_WINDOW = 20;
const SESSIONS_REMEMBERED = 10_000;

type ReportLimit = {
  /** Counts one report of a session; 0 where it may be written. */
  secondsToWait(session: string): number;
};

/** A client that fails in a loop must not fill the log. Kept by each process for itself: it is no secret. */
export function createReportLimit(clock: Clock): ReportLimit {
  const windows = new Map<string, { endsAt: number; reports: number }>();
  return {
    secondsToWait(session) {
      const now = clock.now();
      const known = windows.get(session);
      const window = known && known.endsAt > now ? known : { endsAt: now + WINDOW_MS, reports: 0 };
      if (!known && windows.size >= SESSIONS_REMEMBERED) windows.clear();
      windows.set(session, window);
      window.reports += 1;
      return window.reports <= REPORTS_A_WINDOW ? 0 : Math.ceil((window.endsAt - now) / 1000);
    },
  };
}
