import { useEffect, useReducer } from 'react';
import { everyMinute, now } from '../../lib/timers.ts';
import { dayInZone, type Running, runningOn } from '../../model/settings/reply-period.ts';
import { useSettings } from './use-settings.ts';

/** The automatic reply while it is active; it starts and ends at midnight, also while the page is open. */
export function useRunningReply(): Running | null {
  const { auto_reply: period = '', time_zone: timeZone } = useSettings();
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => (period === '' ? undefined : everyMinute(lookAgain)), [period]);
  return period === '' ? null : runningOn(period, dayInZone(now(), timeZone));
}
