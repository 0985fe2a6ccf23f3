import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import { reachObject } from '../../calendar/access/reach.ts';
import { type CalendarChange, changeCalendar } from '../../calendar/change-calendar.ts';
import type { WholeObject } from '../../calendar/objects/objects.store.ts';
import * as proposals from '../../calendar/proposals/propose-time.ts';
import type { Scheduling } from '../../calendar/scheduling/change-objects.ts';
import { eventToChange } from './reached-events.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';
import { findEvent } from './show-event.ts';

/** Proposes another time to who asks to a meeting, as the owner of the calendar that it is in. */
export function proposeTime(
  deps: MeetingDeps,
  person: number,
  id: string,
  given: proposals.Proposed,
): Promise<CalendarEvent> {
  return actOn(deps, person, { id, original: given.original }, (change, event, by) =>
    proposals.proposeTime(change, event, given, by),
  );
}

/** Takes back what was proposed. */
export function withdrawProposal(
  deps: MeetingDeps,
  person: number,
  id: string,
  given: { original: string },
): Promise<CalendarEvent> {
  return actOn(deps, person, { id, original: given.original }, (change, event, by) =>
    proposals.withdrawProposal(change, event, given, by),
  );
}

/** Declines what a guest has proposed. */
export function declineProposal(
  deps: MeetingDeps,
  person: number,
  id: string,
  given: { original: string; email: string },
): Promise<CalendarEvent> {
  return actOn(deps, person, { id, original: given.original }, (change, event, by) =>
    proposals.declineProposal(change, event, given, by),
  );
}

async function actOn(
  deps: MeetingDeps,
  person: number,
  { id, original }: { id: string; original: string },
  act: (change: CalendarChange, event: WholeObject, by: Scheduling) => Promise<void>,
): Promise<CalendarEvent> {
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  const by = await schedulingOf(deps, reached.mailboxId, person);
  const work = async (change: CalendarChange) => {
    const meant = { revision: undefined, original: original || null };
    await act(change, await eventToChange(change, reached, meant, by), by);
  };
  await changeCalendar(deps, reached.mailboxId, work, person);
  return findEvent(deps.db, person, id, original);
}
