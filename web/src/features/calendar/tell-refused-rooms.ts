import type { Occurrence } from '@bocau/contract/calendar.ts';
import { say } from '../../i18n/i18n.ts';
import type { CalendarModel } from '../../model/calendar/calendar-model.ts';
import { notify } from '../../parts/notices/notify.ts';

/** CL-172: says which rooms did not take an event that was written, or that came back. */
export async function tellRefusedRooms(
  model: CalendarModel,
  { event_id: id, original }: Pick<Occurrence, 'event_id' | 'original'>,
): Promise<void> {
  // What can't be read any more has gone elsewhere, where it is shown with its rooms.
  const event = await model.readEvent(id, original).catch(() => null);
  const refused = event?.attendees.filter((one) => one.is_room && one.answer === 'declined') ?? [];
  if (refused.length === 0) return;
  const rooms = refused.map(({ name, email }) => name || email).join(', ');
  notify({ text: say('calendar.rooms.refused', { rooms }), tone: 'danger', seconds: 10 });
}
