import type { EventFields, TimeProposal } from '@bocau/contract/calendar.ts';
import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { movedRule } from './move-to-proposal.ts';

/** Whether a room will say no to what was asked. */
export function declines({ taken, may_book, too_far }: BookableRoom): boolean {
  return taken.length > 0 || !may_book || too_far !== null;
}

type Wish = Pick<EventFields, 'start' | 'end' | 'rule'> & { rooms?: EventFields['rooms'] | undefined };

/** CL-211: the chosen rooms that will decline; none where that can't be known now. */
export async function readLostRooms(
  api: ApiClient,
  { start, end, rule, rooms = [] }: Wish,
  eventId: string | undefined,
): Promise<readonly BookableRoom[]> {
  if (rooms.length === 0) return [];
  const body = { start, end, rule, ...(eventId && { event_id: eventId }) };
  try {
    const { data } = await api.listFreeRooms({ body: { ...body, rooms: rooms.map(({ email }) => email) } });
    return data.filter(declines);
  } catch {
    // The event is saved all the same; a notice says then what its rooms have answered.
    return [];
  }
}

/** CL-211: the rooms of an event that will decline the time that a guest has proposed for it. */
export function readRoomsLostTo(
  api: ApiClient,
  proposal: Pick<TimeProposal, 'original' | 'start' | 'end'>,
  { id, fields }: { id: string; fields: EventFields },
): Promise<readonly BookableRoom[]> {
  const { start, end } = proposal;
  return readLostRooms(api, { start, end, rule: movedRule(fields, proposal), rooms: fields.rooms }, id);
}
