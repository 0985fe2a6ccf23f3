import type { Say } from '../../i18n/say.ts';

type Rate = { count: number; perHour: number; perDay: number; leftToday: number };

const HOURS_A_DAY = 24;

/** About how long it takes until all have left, at the most that may leave. */
export function endWords(t: Say, { count, perHour, perDay, leftToday }: Rate): string {
  if (count > leftToday) {
    const days = Math.ceil((count - Math.max(leftToday, 0)) / Math.max(perDay, 1));
    return t('merges.send.endDays', { count: days });
  }
  const hours = Math.ceil(count / Math.max(perHour, 1));
  if (hours <= 1) return t('merges.send.endWithin');
  if (hours > HOURS_A_DAY) return t('merges.send.endDays', { count: Math.ceil(hours / HOURS_A_DAY) });
  return t('merges.send.endHours', { count: hours });
}
