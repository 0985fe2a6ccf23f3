import {
  type Calendar,
  type CalendarEvent,
  EVENT_SCOPES,
  type EventAnswer,
  type EventFields,
  type EventScope,
  type Occurrence,
} from '@bocau/contract/calendar.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import { say, spoken } from '../../i18n/i18n.ts';
import { dayOfWall } from '../../lib/calendar-days.ts';
import { now } from '../../lib/timers.ts';
import type { CalendarModel } from '../../model/calendar/calendar-model.ts';
import type { EventChange, NewEventFields } from '../../model/calendar/calendar-noun.ts';
import { isWithin, momentsOf, type Span, spanOf, timesOf } from '../../model/calendar/occurrence-times.ts';
import {
  type Edited,
  editedAsShown,
  isChangedByOthers,
  isOfOthers,
  isOneOfSeries,
  planAnswer,
  planCreate,
  planDrop,
  planEdit,
  planMove,
  planTrash,
} from '../../model/calendar/plan-operations.ts';
import { asApiError, isUnreachable } from '../../model/engine/retry.ts';
import { sameValue } from '../../model/engine/same-value.ts';
import { focusWish } from '../../parts/calendar/focus-wish.ts';
import { dayMonth } from '../../parts/events/event-words.ts';
import { notify } from '../../parts/notices/notify.ts';
import {
  announceCalendarFailure,
  announceInvited,
  beginActOn,
  beginCalendarAct,
} from './begin-calendar-act.ts';
import { spanWords, titleOf } from './calendar-words.ts';

export type ScopeQuestion = 'change' | 'remove' | 'answer';

/** Asks which of a series are meant; null when it was left. `preset`: other than the fewest. */
export type AskScope = (
  of: ScopeQuestion,
  scopes: readonly EventScope[],
  preset?: EventScope,
) => Promise<EventScope | null>;

export type CalendarTarget = {
  model: CalendarModel;
  /** The person's zone. */
  zone: string;
  askScope: AskScope;
  /** The days that are shown. */
  days: readonly string[];
  /** Shows another day as these are. */
  showDay(day: string): void;
};

const UUID_LENGTH = 36;

const named = (title: string) => titleOf(spoken.get(), title);

async function readAll(model: CalendarModel, occurrence: Occurrence): Promise<Edited> {
  const { event_id: id, original } = occurrence;
  const [event, series] = await Promise.all([
    model.readEvent(id, original),
    isOneOfSeries(occurrence) ? model.readEvent(id, '') : null,
  ]);
  return { occurrence, event, series: series ?? event, shown: model.occurrencesOf(id) };
}

/** What is known of an event that is open, without asking for it; null where something is missing. */
export function knownEdited(model: CalendarModel, occurrence: Occurrence): Edited | null {
  const { event_id: id, original } = occurrence;
  const { event } = model.event(id, original);
  const { event: series } = model.event(id, '');
  return event && series ? { occurrence, event, series, shown: model.occurrencesOf(id) } : null;
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

export function createEvent(target: CalendarTarget, calendarId: string, fields: NewEventFields): void {
  const { model, zone } = target;
  const end = model.calendars()?.find(({ id }) => id === calendarId)?.event_ids_end ?? '';
  const id = crypto.randomUUID().slice(0, UUID_LENGTH - end.length) + end;
  const operation = planCreate({ id, calendarId, fields });
  const [one] = operation.here;
  if (!one) return;
  const way = wayTo(target, one);
  const title = named(fields.title);
  const when = spanWords(spoken.get(), spanOf(one, zone), one.kind);
  const words = way
    ? say('calendar.done.createdAt', { title, when })
    : say('calendar.done.created', { title });
  const isTold = () => isAsking(fields);
  const tells = isTold() ? say('calendar.done.guestsToAsk') : undefined;
  beginActOn(one, { model, operation, words, tells, isTold, way: null, asksRooms: asksRooms(fields) });
  // CL-342: it is not out of sight.
  way?.run();
}

/** To an occurrence that is on none of the days that are shown. */
function wayTo({ days, zone, showDay }: CalendarTarget, one: Occurrence) {
  const span = spanOf(one, zone);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || isWithin(span, first, last)) return null;
  const day = dayOfWall(span.start);
  return {
    label: say('calendar.done.show'),
    run() {
      focusWish.set({ go: 'soon', one, day, opens: false });
      showDay(day);
    },
  };
}

/**
 * Moves an occurrence, or its end, to a span of the person's wall; `kind`: it becomes one of whole days, or of hours.
 * Settles when it is on the screen or was left.
 */
export async function moveEvent(
  target: CalendarTarget,
  occurrence: Occurrence,
  span: Span,
  kind: Occurrence['kind'],
): Promise<void> {
  const { model, zone } = target;
  if (!occurrence.repeats && kind === occurrence.kind) return moveOnce(target, occurrence, span);
  const read = await readMoved(target, occurrence);
  if (!read) return;
  const { edited } = read;
  if (isChangedByOthers(edited.event)) return announceInvited();
  const { rule, reminders } = edited.series.fields;
  const isOther = kind !== occurrence.kind;
  // The end of a rule is a day where the event is of whole days, and a moment where it has hours.
  const all = isOfOthers(edited.event) ? OF_GUESTS : read.scopes;
  const scopes = isOther && rule?.includes('UNTIL') ? (['one'] as const) : all;
  const scope = isOneOfSeries(occurrence) ? await target.askScope('change', scopes) : 'all';
  if (scope === null) return;
  const zones = { own: zone, event: edited.event.fields.start.zone ?? zone };
  const fields = {
    ...timesOf(kind, span, zones),
    ...(isOther &&
      remindersAs(
        kind,
        reminders,
        model.calendars()?.find(({ id }) => id === occurrence.calendar_id),
      )),
  };
  const operation = planEdit(edited, { scope, revision: null, fields });
  const moved = { ...occurrence, ...momentsOf(fields) };
  const when = spanWords(spoken.get(), spanOf(moved, zone), moved.kind);
  const words = say('calendar.done.moved', { title: named(occurrence.title), when });
  const way = wayTo(target, moved);
  const tells = moveTells(edited.event, moved);
  const isTold = () => hasOthers(edited.event);
  const asks = asksRooms(edited.event.fields);
  beginActOn(occurrence, { model, operation, words, tells, isTold, way, asksRooms: asks });
}

/** Nothing of it has to be read first, so that whoever leaves the page at once has moved it all the same. */
function moveOnce(target: CalendarTarget, occurrence: Occurrence, span: Span): void {
  const { model, zone } = target;
  const { event } = model.event(occurrence.event_id, occurrence.original);
  if (event && isChangedByOthers(event)) {
    announceInvited();
    return;
  }
  const operation = planMove(occurrence, span, zone);
  const moved = operation.here[0] ?? occurrence;
  const when = spanWords(spoken.get(), spanOf(moved, zone), moved.kind);
  const words = say('calendar.done.moved', { title: named(occurrence.title), when });
  // What was never opened here may have one.
  const asks = event === null || asksRooms(event.fields);
  const tells = moveTells(event, moved);
  const isTold = () => hasOthersNow(model, occurrence);
  beginActOn(occurrence, {
    model,
    operation,
    words,
    tells,
    isTold,
    way: wayTo(target, moved),
    asksRooms: asks,
  });
}

/** Reminders that are those of the calendar are so too of what becomes one of whole days, or of hours. */
function remindersAs(kind: Occurrence['kind'], reminders: readonly number[], calendar: Calendar | undefined) {
  if (!calendar) return {};
  const { timed, day } = calendar.reminders;
  const [before, after] = kind === 'day' ? [timed, day] : [day, timed];
  return sameValue(reminders.toSorted(), before.toSorted()) ? { reminders: [...after] } : {};
}

/** The scopes among which an edit of a series can be chosen. */
export function scopesOf({ calendarId, fields }: EventChange): readonly EventScope[] {
  const isOfAll = calendarId !== undefined || fields.rule !== undefined;
  return isOfAll ? EVENT_SCOPES.filter((scope) => scope !== 'one') : EVENT_SCOPES;
}

export function saveEvent(
  target: CalendarTarget,
  edited: Edited,
  change: EventChange,
  scope: EventScope,
): void {
  const { model } = target;
  const { occurrence } = edited;
  const { revision } = scope === 'all' ? edited.series : edited.event;
  const operation = planEdit(edited, { ...change, scope, revision });
  const { title = occurrence.title, start, end } = change.fields;
  const saved = start && end ? { ...occurrence, ...momentsOf({ start, end }) } : occurrence;
  const words = say('calendar.done.saved', { title: named(title) });
  const asks = asksRooms({ ...edited.event.fields, ...change.fields });
  const isTold = () => hasOthers(edited.event) || isAsking(change.fields);
  beginActOn(occurrence, { model, operation, words, isTold, way: wayTo(target, saved), asksRooms: asks });
}

/** Rooms are asked too, but by nobody's mail. */
function isAsking({ guests }: Partial<EventFields>): boolean {
  return guests !== undefined && guests.length > 0;
}

/** Of what was not opened here, and could not be read since, nobody knows. */
function hasOthersNow(model: CalendarModel, { event_id: id, original }: Occurrence): boolean {
  const { event } = model.event(id, original);
  return event === null || hasOthers(event);
}

function hasOthers({ attendees }: CalendarEvent): boolean {
  return attendees.length > 0;
}

/** Events that were last seen by an older release have none. */
function asksRooms({ rooms }: Partial<EventFields>): boolean {
  return rooms !== undefined && rooms.length > 0;
}

/** Of a series the person says whether the answer is to all of it. */
export async function answerEvent(
  target: CalendarTarget,
  occurrence: Occurrence,
  event: CalendarEvent,
  answer: EventAnswer,
): Promise<void> {
  const { event_id: id, original, repeats, title } = occurrence;
  const scope = repeats
    ? await target.askScope('answer', ['all', 'one'], await askedOf(target, occurrence, event))
    : 'all';
  if (scope === null) return;
  const operation = planAnswer({ ...event, id }, { answer, original: scope === 'one' ? original : '' });
  beginCalendarAct(target.model, operation, say(`invitation.given.${answer}`, { title: named(title) }));
}

/** CL-335: what waits for the answer, the series or this one of it alone. */
async function askedOf(
  { model }: CalendarTarget,
  { event_id: id, original }: Occurrence,
  event: CalendarEvent,
): Promise<EventScope> {
  if (event.my_answer !== 'waiting' || original === '') return 'one';
  const series = model.event(id, '').event ?? (await model.readEvent(id, '').catch(() => null));
  return series === null || series.my_answer === 'waiting' ? 'all' : 'one';
}

/** Of a series that one is asked to: those that follow are neither left out nor changed without the rest. */
export const OF_GUESTS: readonly EventScope[] = ['one', 'all'];

const moveTells = (event: CalendarEvent | null, moved: Occurrence): string | undefined =>
  tellsGuests(event, moved) ? say('calendar.done.guestsTold') : undefined;

/** What its deletion tells others, as far as the event was read here. */
function removalTells(event: CalendarEvent | null, one: Occurrence): string | undefined {
  if (event?.is_copy) return undefined;
  if (event?.my_answer != null)
    return event.my_answer === 'declined' ? undefined : say('calendar.done.declined');
  return tellsGuests(event, one) ? say('calendar.done.calledOff') : undefined;
}

/** CL-366: rooms get no mail, and nobody is told of what is over. Of a series others may be to come. */
function tellsGuests(event: CalendarEvent | null, { until, repeats }: Occurrence): boolean {
  if (!event || event.is_of_others || event.is_copy || !event.attendees.some((one) => !one.is_room))
    return false;
  return repeats || until > now() / 1000;
}

export async function removeEvent(target: CalendarTarget, occurrence: Occurrence): Promise<void> {
  const { model, zone } = target;
  const title = named(occurrence.title);
  const { event: known } = model.event(occurrence.event_id, occurrence.original);
  const scopes = known && isOfOthers(known) ? OF_GUESTS : EVENT_SCOPES;
  const scope = isOneOfSeries(occurrence) ? await target.askScope('remove', scopes) : 'all';
  if (scope === null) return;
  if (scope === 'all') {
    const operation = planTrash({ occurrence, shown: model.occurrencesOf(occurrence.event_id) });
    const words = say('calendar.done.removed', { title });
    const tells = removalTells(known, occurrence);
    // Whether others are told has to be known when its notice goes.
    if (!known) void model.readEvent(occurrence.event_id, occurrence.original).catch(() => null);
    // What was never opened here may have one.
    const asks = known === null || asksRooms(known.fields);
    const isTold = () => hasOthersNow(model, occurrence);
    return beginActOn(occurrence, { model, operation, words, tells, isTold, way: null, asksRooms: asks });
  }
  const edited = await readEdited(model, occurrence);
  if (!edited) return;
  if (scope === 'following' && isOfOthers(edited.event)) return announceInvited();
  const day = dayMonth(dayOfWall(spanOf(occurrence, zone).start));
  const words =
    scope === 'one'
      ? say('calendar.done.dropped', { title })
      : say('calendar.done.droppedRest', { title, day });
  const operation = planDrop(edited, scope);
  const tells = removalTells(edited.event, occurrence);
  const isTold = () => hasOthers(edited.event);
  const asks = asksRooms(edited.event.fields);
  beginActOn(occurrence, { model, operation, words, tells, isTold, way: null, asksRooms: asks });
}
