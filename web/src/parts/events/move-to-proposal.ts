import type { CalendarEvent, EventFields, TimeProposal } from '@bocau/contract/calendar.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { ruleMoved } from '../../model/calendar/recurrence-rule.ts';

type Proposed = Pick<TimeProposal, 'original' | 'start' | 'end'>;

/** How a series repeats at the time that was proposed: its weekdays go with its day. Null of one of it. */
export function movedRule(
  { rule, start }: Pick<EventFields, 'rule' | 'start'>,
  { original, start: next }: Pick<Proposed, 'original' | 'start'>,
): string | null {
  if (original !== '' || rule === null) return null;
  return next.day === start.day ? rule : ruleMoved(rule, start, next);
}

/** The event, or the one of a series, for which another time was proposed. */
export async function readProposed(
  api: ApiClient,
  id: string,
  { original }: Pick<Proposed, 'original'>,
): Promise<CalendarEvent> {
  const query = original === '' ? {} : { original };
  return (await api.getEvent({ params: { id }, query })).data;
}

/** CL-191: moves the event to the time that was proposed. Resolves with how it is then, and with what moves it back. */
export async function moveToProposal(
  api: ApiClient,
  { id, fields, revision }: CalendarEvent,
  { original, start, end }: Proposed,
): Promise<{ moved: CalendarEvent; back(): Promise<unknown> }> {
  const rule = movedRule(fields, { original, start });
  const isOther = rule !== null && rule !== fields.rule;
  const scope = original === '' ? { scope: 'all' as const } : { scope: 'one' as const, original };
  const change = (to: Partial<EventFields>, known?: number) =>
    api.changeEvent({
      params: { id },
      body: { ...scope, fields: to, ...(known !== undefined && { revision: known }) },
    });
  const { data: moved } = await change({ start, end, ...(isOther && { rule }) }, revision);
  const before = { start: fields.start, end: fields.end, ...(isOther && { rule: fields.rule }) };
  return { moved, back: () => change(before) };
}
