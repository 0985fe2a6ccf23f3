import type { CalendarSubscription } from '@bocau/contract/calendar-subscriptions.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';

const KEY = ['calendar-subscriptions'];

/** When a calendar was read from its address, and why it was not; null until it is known. */
export function useSubscription(calendarId: string): CalendarSubscription | null {
  const api = useApi();
  const { data } = useQuery({ queryKey: KEY, queryFn: () => api.listSubscriptions({}) });
  return data?.data.find(({ calendar_id }) => calendar_id === calendarId) ?? null;
}

export function useRereadSubscriptions(): () => Promise<void> {
  const queries = useQueries();
  return () => queries.invalidateQueries({ queryKey: KEY });
}
