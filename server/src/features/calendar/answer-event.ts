import type { CalendarEvent, StandingAnswer } from '@bocau/contract/calendar.ts';
import { reachObject } from '../../calendar/access/reach.ts';
import { type CalendarChange, changeCalendar } from '../../calendar/change-calendar.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import {
  answerEvent as answered,
  isAnsweredSince,
  isInvited,
  takeAnswerBack,
} from '../../calendar/scheduling/answer-event.ts';
import { changeObjects } from '../../calendar/scheduling/change-objects.ts';
import { Failure } from '../../platform/failure.ts';
import { changedMeanwhile, editedPut, eventToChange, toldText } from './reached-events.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';
import { findEvent } from './show-event.ts';

type Given = { answer: StandingAnswer; instead_of?: StandingAnswer | undefined; original: string };

/** Answers who asks to a meeting, as the owner of the calendar that it is in; the same answer again tells nobody. */
export async function answerEvent(
  deps: MeetingDeps,
  person: number,
  id: string,
  { answer, instead_of: insteadOf, original }: Given,
): Promise<CalendarEvent> {
  const reached = await reachObject(deps.db, person, id, 'WRITE');
  const by = await schedulingOf(deps, reached.mailboxId, person);
  const work = async (change: CalendarChange) => {
    const meant = { revision: undefined, original: original === '' ? null : original };
    const whole = await eventToChange(change, reached, meant, by);
    const { source } = whole;
    if (isAnsweredSince(whole, by.own, { answer, insteadOf, original }))
      throw changedMeanwhile(whole, reached.permission, by.own);
    const text =
      isInvited(readObject(source), by.own) &&
      (answer === 'waiting'
        ? takeAnswerBack({ source, told: await toldText(change, whole) }, by.own, original)
        : answered(source, by.own, { answer, original }));
    if (!text) throw new Failure('invitation_closed', 'Nobody asks for an answer to this');
    change.allowGrowth();
    await changeObjects(
      change,
      [await editedPut(change, whole, { text, ...(answer === 'waiting' && { single: original }) }, by)],
      by,
    );
  };
  await changeCalendar(deps, reached.mailboxId, work, person);
  return findEvent(deps.db, person, id, original);
}
