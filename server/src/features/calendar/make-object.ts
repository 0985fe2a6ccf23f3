import type { EventFields } from '@bocau/contract/calendar.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { reachCalendar } from '../../calendar/access/reach.ts';
import type { CalendarRow } from '../../calendar/calendars/calendars.store.ts';
import { type CalendarChange, changeCalendar } from '../../calendar/change-calendar.ts';
import { chosenEventId } from '../../calendar/objects/chosen-ids.ts';
import { readWholeObjects } from '../../calendar/objects/objects.store.ts';
import { changeObjects } from '../../calendar/scheduling/change-objects.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { bindFiles } from './files/bind-files.ts';
import { checkEvent, refuseMarking } from './reached-events.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';

type NewObject = {
  uid?: string | undefined;
  calendar_id?: string | undefined;
  fields: Pick<Partial<EventFields>, 'is_private' | 'files'>;
};

type Begun = {
  id: string;
  /** The one that was named. */
  calendar: CalendarRow | null;
  organiser: MailAddress | undefined;
  now: number;
};

/** Puts what a person makes into a calendar, once for each uid, and returns its id. */
export async function makeObject(
  deps: MeetingDeps,
  person: number,
  { uid, calendar_id, fields }: NewObject,
  write: (begun: Begun) => Promise<Buffer>,
): Promise<string> {
  const calendar =
    calendar_id === undefined ? null : await reachCalendar(deps.db, person, calendar_id, 'WRITE');
  if (calendar) refuseMarking(calendar.permission, fields);
  const mailboxId = calendar?.mailbox_id ?? person;
  const id = uid === undefined ? newId(deps.clock) : chosenEventId(mailboxId, uid);
  const now = unixSeconds(deps.clock);
  const by = await schedulingOf(deps, mailboxId, person);
  const source = await write({ id, calendar, organiser: by.organiser, now });
  const derived = checkEvent(source, now);
  const make = async (change: CalendarChange) => {
    if ((await readWholeObjects(change.tx, mailboxId, [id])).length > 0) return;
    const put = { id, calendarId: calendar?.id ?? change.defaultCalendar, source, derived };
    await bindFiles(change, fields.files, { id, source, own: by.own });
    await changeObjects(change, [{ before: null, put }], by);
  };
  await changeCalendar(deps, mailboxId, make, person);
  return id;
}
