import {
  type CalendarEvent,
  EVENT_SCOPES,
  type EventAnswer,
  type EventScope,
  type Occurrence,
} from '@bocau/contract/calendar.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import { say, spoken } from '../../i18n/i18n.ts';
import { dayOfWall } from '../../lib/calendar-days.ts';
import type { CalendarModel } from '../../model/calendar/calendar-model.ts';
import type { EventChange, NewEventFields } from '../../model/calendar/calendar-noun.ts';
import { momentsOf, type Span, spanOf, timesOf } from '../../model/calendar/occurrence-times.ts';
import {
  type Edited,
  editedAsShown,
  planAnswer,
  planCreate,
  planDrop,
  planEdit,
  planTrash,
} from '../../model/calendar/plan-operations.ts';
import { asApiError, isUnreachable } from '../../model/engine/retry.ts';
import { notify } from '../../parts/notices/notify.ts';
import { announceCalendarFailure, beginCalendarAct } from './begin-calendar-act.ts';
import { dayMonth, spanWords, titleOf } from './calendar-words.ts';

export type ScopeQuestion = 'change' | 'remove' | 'answer';

/** Asks which of a series are meant; null when it was left. */
export type AskScope = (of: ScopeQuestion, scopes: readonly EventScope[]) => Promise<EventScope | null>;

export type CalendarTarget = {
  model: CalendarModel;
  /** The person's zone. */
  zone: string;
  askScope: AskScope;
};

const UUID_LENGTH = 36;

const named = (title: string) => titleOf(spoken.get(), title);

async function readAll(model: CalendarModel, occurrence: Occurrence): Promise<Edited> {
  const { event_id: id, original, repeats } = occurrence;
  const [event, series] = await Promise.all([
    model.readEvent(id, original),
    repeats && original !== '' ? model.readEvent(id, '') : null,
  ]);
  return { occurrence, event, series: series ?? event, shown: model.occurrencesOf(id) };
}

/** Everything that is known of an event that is about to change; null where it can't be read. */
export async function readEdited(model: CalendarModel, occurrence: Occurrence): Promise<Edited | null> {
  try {
    return await readAll(model, occurrence);
  } catch (thrown) {
    announceUnread(asApiError(thrown));
    return null;
  }
}

function announceUnread(error: ApiError): void {
  if (isUnreachable(error)) notify({ text: say('calendar.refused.notLoaded'), tone: 'danger', seconds: 8 });
  else announceCalendarFailure(say('calendar.refused.read'), error);
}

/** An event that was never opened here can be moved without a connection, by what its occurrence shows. */
async function readMoved(
  { model, zone }: CalendarTarget,
  occurrence: Occurrence,
): Promise<{ edited: Edited; scopes: readonly EventScope[] } | null> {
  try {
    return { edited: await readAll(model, occurrence), scopes: EVENT_SCOPES };
  } catch (thrown) {
    const error = asApiError(thrown);
    if (isUnreachable(error)) return { edited: editedAsShown(occurrence, zone), scopes: ['one'] };
    announceUnread(error);
    return null;
  }
}

export function createEvent(model: CalendarModel, calendarId: string, fields: NewEventFields): void {
  const end = model.calendars()?.find(({ id }) => id === calendarId)?.event_ids_end ?? '';
  const id = crypto.randomUUID().slice(0, UUID_LENGTH - end.length) + end;
  const operation = planCreate({ id, calendarId, fields });
  beginCalendarAct(model, operation, say('calendar.done.created', { title: named(fields.title) }));
}

/** Moves an occurrence, or its end, to a span of the person's wall. Settles when it is on the screen or was left. */
export async function moveEvent(target: CalendarTarget, occurrence: Occurrence, span: Span): Promise<void> {
  const { model, zone } = target;
  const moved = await readMoved(target, occurrence);
  if (!moved) return;
  const { edited, scopes } = moved;
  if (edited.event.my_answer !== null) return announceInvited();
  const scope = occurrence.repeats ? await target.askScope('change', scopes) : 'all';
  if (scope === null) return;
  const zones = { own: zone, event: edited.event.fields.start.zone ?? zone };
  const fields = timesOf(occurrence.kind, span, zones);
  const operation = planEdit(edited, { scope, revision: null, fields });
  const shown = spanOf(momentsOf(fields), zone);
  const when = spanWords(spoken.get(), shown, occurrence.kind);
  beginCalendarAct(model, operation, say('calendar.done.moved', { title: named(occurrence.title), when }));
}

/** The scopes among which an edit of a series can be chosen. */
export function scopesOf({ calendarId, fields }: EventChange): readonly EventScope[] {
  const isOfAll = calendarId !== undefined || fields.rule !== undefined;
  return isOfAll ? EVENT_SCOPES.filter((scope) => scope !== 'one') : EVENT_SCOPES;
}

export function saveEvent(
  model: CalendarModel,
  edited: Edited,
  change: EventChange,
  scope: EventScope,
): void {
  const { revision } = scope === 'all' ? edited.series : edited.event;
  const operation = planEdit(edited, { ...change, scope, revision });
  const title = named(change.fields.title ?? edited.occurrence.title);
  beginCalendarAct(model, operation, say('calendar.done.saved', { title }));
}

/** Of a series the person says whether the answer is to all of it. */
export async function answerEvent(
  target: CalendarTarget,
  { event_id: id, original, repeats, title }: Occurrence,
  event: CalendarEvent,
  answer: EventAnswer,
): Promise<void> {
  const scope = repeats ? await target.askScope('answer', ['all', 'one']) : 'all';
  if (scope === null) return;
  const operation = planAnswer({ ...event, id }, { answer, original: scope === 'one' ? original : '' });
  beginCalendarAct(target.model, operation, say(`calendar.done.answer.${answer}`, { title: named(title) }));
}

/** Of a series that one is asked to: those that follow are not left out without the rest. */
const OF_GUESTS: readonly EventScope[] = ['one', 'all'];

function announceInvited(): void {
  notify({ text: say('calendar.event.invited') });
}

export async function removeEvent(target: CalendarTarget, occurrence: Occurrence): Promise<void> {
  const { model, zone } = target;
  const title = named(occurrence.title);
  const { event: known } = model.event(occurrence.event_id, occurrence.original);
  const scopes = known?.my_answer == null ? EVENT_SCOPES : OF_GUESTS;
  const scope = occurrence.repeats ? await target.askScope('remove', scopes) : 'all';
  if (scope === null) return;
  if (scope === 'all') {
    const operation = planTrash({ occurrence, shown: model.occurrencesOf(occurrence.event_id) });
    return beginCalendarAct(model, operation, say('calendar.done.removed', { title }));
  }
  const edited = await readEdited(model, occurrence);
  if (!edited) return;
  if (scope === 'following' && edited.event.my_answer !== null) return announceInvited();
  const day = dayMonth(dayOfWall(spanOf(occurrence, zone).start));
  const words =
    scope === 'one'
      ? say('calendar.done.dropped', { title })
      : say('calendar.done.droppedRest', { title, day });
  beginCalendarAct(model, planDrop(edited, scope), words);
}
