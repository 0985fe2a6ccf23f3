import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import { reachObject } from '../../calendar/access/reach.ts';
import { type CalendarChange, changeCalendar } from '../../calendar/change-calendar.ts';
import * as proposals from '../../calendar/proposals/propose-time.ts';
import { eventToChange } from './reached-events.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';
import { findEvent } from './show-event.ts';

/** Proposes another time to who asks to a meeting, as the owner of the calendar that it is in. */
export async function proposeTime(
  deps: MeetingDeps,
  person: number,
  id: string,
  given: proposals.Proposed,
): Promise<CalendarEvent> {
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  const by = await schedulingOf(deps, reached.mailboxId, person);
  const work = async (change: CalendarChange) => {
    const meant = { revision: undefined, original: given.original || null };
    await proposals.proposeTime(change, await eventToChange(change, reached, meant, by), given, by);
  };
  await changeCalendar(deps, reached.mailboxId, work, person);
  return findEvent(deps.db, person, id, given.original);
}

/** Declines what a guest has proposed. */
export async function declineProposal(
  deps: MeetingDeps,
  person: number,
  id: string,
  given: { original: string; email: string },
): Promise<CalendarEvent> {
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  const by = await schedulingOf(deps, reached.mailboxId, person);
  const work = async (change: CalendarChange) => {
    const meant = { revision: undefined, original: given.original || null };
    await proposals.declineProposal(change, await eventToChange(change, reached, meant, by), given, by);
  };
  await changeCalendar(deps, reached.mailboxId, work, person);
  return findEvent(deps.db, person, id, given.original);
}
