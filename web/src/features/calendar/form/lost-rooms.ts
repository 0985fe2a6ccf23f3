import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { sameValue } from '../../../model/engine/same-value.ts';
import { type EventFormValues, fieldsOf } from './form-values.ts';

/** Whether rooms answer anew to what is saved: another title takes none away. */
export function answerAnew(values: EventFormValues, before: EventFormValues): boolean {
  const of = (one: EventFormValues) => {
    const { start, end, rule, rooms } = fieldsOf(one, []);
    return { start, end, rule, rooms };
  };
  return !sameValue(of(values), of(before));
}

/** Whether a room will say no to what was asked. */
export function declines({ taken, may_book, too_far }: BookableRoom): boolean {
  return taken.length > 0 || !may_book || too_far !== null;
}

/** CL-211: the chosen rooms that will decline; none where that can't be known now. */
export async function readLostRooms(
  api: ApiClient,
  values: EventFormValues,
  eventId: string | undefined,
): Promise<readonly BookableRoom[]> {
  const { start, end, rule, rooms = [] } = fieldsOf(values, []);
  const body = { start, end, rule, ...(eventId && { event_id: eventId }) };
  try {
    const { data } = await api.listFreeRooms({ body: { ...body, rooms: rooms.map(({ email }) => email) } });
    return data.filter(declines);
  } catch {
    // The event is saved all the same; a notice says then what its rooms have answered.
    return [];
  }
}
