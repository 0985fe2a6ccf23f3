import type { ApiError } from '@bocau/contract/client.ts';

export type RecallWindow = { unit: 'minutes' | 'hours' | 'days'; count: number };

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
] as const;

/** RE-4: how long after sending a message could be recalled; null when the refusal does not name it. */
export function recallWindowOf({ code, details }: Pick<ApiError, 'code' | 'details'>): RecallWindow | null {
  // The misspelled field name is the spec's.
  const seconds = code === 'recall_expired' ? details.expried_time : null;
  if (typeof seconds !== 'number' || !(seconds > 0)) return null;
  const [unit, length] = UNITS.find(([, most]) => seconds % most === 0) ?? (['minutes', 60] as const);
  return { unit, count: Math.max(1, Math.round(seconds / length)) };
}
