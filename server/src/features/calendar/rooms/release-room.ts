import { changeCalendar } from '../../../calendar/change-calendar.ts';
import { readWholeObjects } from '../../../calendar/objects/objects.store.ts';
import { readHolder, readKeptRoom } from '../../../calendar/rooms/kept-rooms.store.ts';
import { withoutRoom } from '../../../calendar/rooms/room-lines.ts';
import { changeObjects } from '../../../calendar/scheduling/change-objects.ts';
import { recordActs } from '../../../identity/administration/record-acts.ts';
import { foldAddress } from '../../../mail/people/fold-address.ts';
import type { Actor } from '../../../platform/caller.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { Failure } from '../../../platform/failure.ts';
import { addCalendarNotice, noticeTitle } from '../notices/calendar-notices.ts';
import { editedPut } from '../reached-events.ts';
import { type MeetingDeps, schedulingOf } from '../scheduling-of.ts';

/** Takes a room away from an event that has it. The event stays; its organiser is told, and guests as by any change. */
export async function releaseRoom(
  deps: MeetingDeps,
  domain: { id: number; name: string },
  { room: address, event: eventId }: { room: string; event: string },
  actor: Actor,
): Promise<void> {
  const { db, clock } = deps;
  const room = await readKeptRoom(db, domain.id, foldAddress(address), unixSeconds(clock));
  const holder = room && (await readHolder(db, room.id, eventId));
  if (!room || !holder) throw noBooking();
  // What the organiser may not send any more doesn't keep the room.
  const by = { ...(await schedulingOf(deps, holder.id, holder.id)), mayTell: async () => undefined };
  await changeCalendar(deps, holder.id, async (change) => {
    const { tx, now } = change;
    const [whole] = await readWholeObjects(tx, holder.id, [eventId]);
    if (!whole || whole.trashed_at !== null) throw noBooking();
    const text = withoutRoom(whole.source, room.email);
    change.allowGrowth();
    await changeObjects(change, [await editedPut(change, whole, { text }, by)], by);
    const title = noticeTitle(whole.source);
    const about = { objectId: eventId, title, room: room.name, address: room.email };
    await addCalendarNotice(tx, { kind: 'released', mailboxId: holder.id, at: now, ...about });
    await recordActs(tx, { domainId: domain.id, name: room.email }, { actor, at: now }, [
      { act: 'room_released', before: holder.email },
    ]);
  });
}

function noBooking(): Failure {
  return new Failure('not_found', 'The room has no such booking');
}
