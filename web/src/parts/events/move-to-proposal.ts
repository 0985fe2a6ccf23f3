import type { EventFields, TimeProposal } from '@bocau/contract/calendar.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { ruleMoved } from '../../model/calendar/recurrence-rule.ts';

/** CL-191: moves the event to the time that was proposed. Resolves with what moves it back. */
export async function moveToProposal(
  api: ApiClient,
  id: string,
  { original, start, end }: Pick<TimeProposal, 'original' | 'start' | 'end'>,
): Promise<() => Promise<void>> {
  const params = { id };
  const isOne = original !== '';
  const { data: event } = await api.getEvent({ params, query: isOne ? { original } : {} });
  const { fields } = event;
  // The weekdays of a series go with its day.
  const rule =
    !isOne && fields.rule !== null && start.day !== fields.start.day
      ? ruleMoved(fields.rule, fields.start, start)
      : null;
  const change = async (to: Partial<EventFields>, revision?: number) => {
    const scope = isOne ? { scope: 'one' as const, original } : { scope: 'all' as const };
    await api.changeEvent({
      params,
      body: { ...scope, fields: to, ...(revision !== undefined && { revision }) },
    });
  };
  await change({ start, end, ...(rule !== null && { rule }) }, event.revision);
  return () => change({ start: fields.start, end: fields.end, ...(rule !== null && { rule: fields.rule }) });
}
