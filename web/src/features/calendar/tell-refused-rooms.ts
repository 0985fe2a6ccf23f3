import type { Occurrence } from '@bocau/contract/calendar.ts';
import { say } from '../../i18n/i18n.ts';
import type { CalendarModel } from '../../model/calendar/calendar-model.ts';
import { type Notice, showNotice } from '../../parts/notices/notify.ts';

/** What can be undone so that the rooms are had again. */
export type UndoableAct = { notice: number; undo: NonNullable<Notice['undo']>; isUndone(): boolean };

/**
 * CL-172: says which rooms did not take an event that was written, or that came back. The notice stands instead of that
 * of the act, where there is one, and offers the same undo. Resolves with its id, or null.
 */
export async function tellRefusedRooms(
  model: CalendarModel,
  { event_id: id, original }: Pick<Occurrence, 'event_id' | 'original'>,
  act: UndoableAct | null,
): Promise<number | null> {
  // What can't be read any more has gone elsewhere, where it is shown with its rooms.
  const event = await model.readEvent(id, original).catch(() => null);
  const refused = event?.attendees.filter((one) => one.is_room && one.answer === 'declined') ?? [];
  if (refused.length === 0 || act?.isUndone()) return null;
  const rooms = refused.map(({ name, email }) => name || email).join(', ');
  return showNotice({
    ...{ text: say('calendar.rooms.refused', { rooms }), tone: 'danger', seconds: 10 },
    ...(act && { instead: act.notice, undo: act.undo }),
  });
}
