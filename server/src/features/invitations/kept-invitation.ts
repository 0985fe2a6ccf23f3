import type { CalendarChange, CalendarDeps } from '../../calendar/change-calendar.ts';
import { organiserOf } from '../../calendar/ical/guests.ts';
import type { WholeObject } from '../../calendar/objects/objects.store.ts';
import { applyRequest } from '../../calendar/scheduling/apply-request.ts';
import { followTold } from '../../calendar/scheduling/follow-told.ts';
import { organiserIn, partsByPlace } from '../../calendar/scheduling/parts-of-object.ts';
import { isOfWhole, objectOf, type ReadMessage } from '../../calendar/scheduling/read-message.ts';
import { newId } from '../../platform/ids.ts';

export type KeptInvitation = {
  id: string;
  calendarId: string;
  source: Buffer;
  /** It is not in the calendar, or in the trash. */
  isNew: boolean;
};

type Asked = { stored: WholeObject | undefined; message: ReadMessage; own: ReadonlySet<string> };

/** Whether an event of the same UID is somebody else's: who knows a UID is not who made the event. */
export function isOfAnother({ source }: WholeObject, { parts: [part] }: ReadMessage): boolean {
  return organiserIn(source)?.address !== (part && organiserOf(part)?.address);
}

/** The event of an invitation as its message has it, where the calendar has no later version; null where it has none. */
export async function keptInvitation(
  { clock }: Pick<CalendarDeps, 'clock'>,
  change: CalendarChange,
  { stored, message, own }: Asked,
): Promise<KeptInvitation | null> {
  if (stored) await followTold(change, stored.id, (told) => applyRequest(told, message, own));
  const source = applyRequest(stored?.source ?? null, message, own) ?? stored?.source;
  if (!source) return null;
  // What becomes of an event that is there is written whatever room there is.
  if (stored) change.allowGrowth();
  return {
    id: stored?.id ?? newId(clock),
    calendarId: stored?.calendar_id ?? change.defaultCalendar,
    source,
    isNew: stored === undefined || stored.trashed_at !== null,
  };
}

/** The places in the series that a message is about: one of a series alone is answered alone. */
export function placesOf(message: ReadMessage): string[] {
  const [part] = message.parts;
  return part && !isOfWhole(part) ? [...partsByPlace(objectOf(message)).keys()] : [''];
}
