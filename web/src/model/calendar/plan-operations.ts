import type {
  CalendarEvent,
  EventAnswer,
  EventFields,
  EventScope,
  Occurrence,
} from '@bocau/contract/calendar.ts';
import { addDays, daysBetween } from '../../lib/calendar-days.ts';
import {
  type CalendarOperation,
  type EventChange,
  type NewEventFields,
  UNSENT_REVISION,
} from './calendar-noun.ts';
import { momentsOf, type Span, spanOf, timesOf } from './occurrence-times.ts';
import { ruleMoved } from './recurrence-rule.ts';

type NewEvent = { id: string; calendarId: string; fields: NewEventFields };

/** What is known of an event when one of its occurrences is edited. */
export type Edited = {
  occurrence: Occurrence;
  /** The event with the fields of this occurrence. */
  event: CalendarEvent;
  /** The whole series; the same as `event` for what happens once. */
  series: CalendarEvent;
  /** All occurrences of it that are loaded. */
  shown: readonly Occurrence[];
};

type Edit = EventChange & {
  scope: EventScope;
  /** Null where the last one wins. */
  revision: number | null;
};

export function planCreate({ id, calendarId, fields }: NewEvent): CalendarOperation {
  const { title, place = '', rule = null, is_busy = true, is_private = false } = fields;
  const occurrence: Occurrence = {
    ...{ event_id: id, calendar_id: calendarId, original: '', title, place, is_busy, is_private },
    repeats: rule !== null,
    ...momentsOf(fields),
  };
  return { kind: 'create', id, calendarId, fields, away: [], here: [occurrence] };
}

/** An event as it was made, while the server does not have it. */
export function eventOf({ id, calendarId, fields }: NewEvent, at: number): CalendarEvent {
  const plain = { place: '', description: '', url: '', rule: null, is_busy: true, is_private: false };
  return {
    ...{ id, calendar_id: calendarId, revision: UNSENT_REVISION, original: '' },
    fields: { ...plain, reminders: [], guests: [], ...fields },
    ...{
      repeats_otherwise: false,
      organiser: null,
      attendees: [],
      my_answer: null,
      changed_at: at,
      changed_by: null,
      trashed_at: null,
    },
  };
}

/**
 * What an occurrence shows of its event: enough to change the times of this one, or of what happens once. The zone of the
 * event is not known, and that of the person takes its place.
 */
export function editedAsShown(occurrence: Occurrence, zone: string): Edited {
  const { event_id: id, calendar_id: calendarId, kind, original, title } = occurrence;
  const times = timesOf(kind, spanOf(occurrence, zone), { own: zone, event: zone });
  const event = { ...eventOf({ id, calendarId, fields: { title, ...times } }, 0), original };
  return { occurrence, event, series: event, shown: [occurrence] };
}

/**
 * Moves what happens once by what is known of it at once: what is left before an answer comes is not lost. When it is
 * sent it is read in which zone the event is.
 */
export function planMove(occurrence: Occurrence, span: Span, zone: string): CalendarOperation {
  const { event_id: id, kind } = occurrence;
  const times = timesOf(kind, span, { own: zone, event: zone });
  return {
    kind: 'move',
    ...{ id, away: [occurrence], here: [{ ...occurrence, ...momentsOf(times) }] },
    to: { kind, span, zone },
    back: { kind, span: spanOf(occurrence, zone), zone },
  };
}

/** A change of some fields; `start` and `end` are those that this occurrence is to have. */
export function planEdit(edited: Edited, edit: Edit): CalendarOperation {
  const { occurrence, event, series } = edited;
  const { scope, revision, calendarId } = edit;
  const isWhole = scope === 'all' && event.original !== '';
  const base = isWhole ? series : event;
  const fields = fieldsFor(edited, edit);
  const back: EventChange = {
    fields: valuesBefore(base.fields, fields),
    ...(calendarId !== undefined && { calendarId: base.calendar_id }),
  };
  const away = meant(edited, scope);
  return {
    kind: 'change',
    ...{ id: event.id, scope, back, away },
    revision: revision === UNSENT_REVISION ? null : revision,
    original: scope === 'all' ? '' : occurrence.original,
    change: { fields, ...(calendarId !== undefined && { calendarId }) },
    here: away.map((one) => shownAfter(one, edited, edit)).filter((one) => one !== null),
  };
}

/** Where a series is moved by one of its occurrences, its first one moves by as much. */
function fieldsFor({ event, series }: Edited, { scope, fields }: Edit): Partial<EventFields> {
  const { start, end, ...rest } = fields;
  if (!start || !end) return fields;
  const days = daysBetween(event.fields.start.day, start.day);
  const base = scope === 'all' ? series.fields : event.fields;
  const first = { ...start, day: addDays(base.start.day, days) };
  const last = { ...end, day: addDays(first.day, daysBetween(start.day, end.day)) };
  const { rule } = series.fields;
  const moved = days !== 0 && rule !== null && scope !== 'one' && fields.rule === undefined;
  const nextRule = moved ? ruleMoved(rule, base.start, first) : null;
  return { ...rest, start: first, end: last, ...(nextRule !== null && { rule: nextRule }) };
}

function shownAfter(one: Occurrence, { occurrence, event }: Edited, edit: Edit): Occurrence | null {
  const { start, end, title, place, is_busy, is_private, rule } = edit.fields;
  // No longer a series: of all its occurrences the one that was edited stays.
  if (rule === null && event.fields.rule !== null && one.original !== occurrence.original) return null;
  const looks = {
    ...one,
    title: title ?? one.title,
    place: place ?? one.place,
    is_busy: is_busy ?? one.is_busy,
    is_private: is_private ?? one.is_private,
    calendar_id: edit.calendarId ?? one.calendar_id,
    repeats: rule === undefined ? one.repeats : rule !== null,
  };
  if (!start || !end) return looks;
  const before = momentsOf(event.fields);
  const after = momentsOf({ start, end });
  const at = one.at + after.at - before.at;
  return { ...looks, kind: after.kind, at, until: at + after.until - after.at };
}

/** CL-415: whether one of a series can be meant by itself: its occurrences have names once the server has it. */
export function isOneOfSeries({ repeats, original }: Pick<Occurrence, 'repeats' | 'original'>): boolean {
  return repeats && original !== '';
}

/** Leaves out one occurrence of a series, or one and those that follow. */
export function planDrop(edited: Edited, scope: 'one' | 'following'): CalendarOperation {
  const { occurrence, event, series } = edited;
  const isFirst = momentsOf(series.fields).at >= occurrence.at;
  if (scope === 'following' && isFirst) return planTrash(edited);
  const { rule: _rule, ...fields } = event.fields;
  const { id } = event;
  const { original } = occurrence;
  const away = meant(edited, scope);
  // What a guest leaves out is of a text that only its organiser changes: the server puts that back.
  const isRejoined = scope === 'following' || isOfOthers(event);
  if (isRejoined) return { kind: 'drop', id, scope, original, back: null, away, here: [] };
  return { kind: 'drop', id, scope, original, back: { fields }, away, here: [] };
}

/** Whether somebody else asks to an event, and so changes it. */
export function isOfOthers({
  my_answer,
  is_of_others,
}: Pick<CalendarEvent, 'my_answer' | 'is_of_others'>): boolean {
  return my_answer !== null || is_of_others === true;
}

/** Whether all of it is changed by others alone: who asks may let guests do so. */
export function isChangedByOthers(
  event: Pick<CalendarEvent, 'my_answer' | 'is_of_others' | 'guest_may'>,
): boolean {
  return isOfOthers(event) && event.guest_may !== 'change';
}

export function planTrash({ occurrence, shown }: Pick<Edited, 'occurrence' | 'shown'>): CalendarOperation {
  return { kind: 'trash', id: occurrence.event_id, away: shown, here: [] };
}

/** The loaded occurrences that an edit with this scope is about. */
function meant({ occurrence, shown }: Edited, scope: EventScope): readonly Occurrence[] {
  if (scope === 'one' || !occurrence.repeats) return [occurrence];
  return scope === 'all' ? shown : shown.filter(({ at }) => at >= occurrence.at);
}

function valuesBefore(known: EventFields, fields: Partial<EventFields>): Partial<EventFields> {
  const names = Object.keys(fields) as (keyof EventFields)[];
  return Object.fromEntries(names.map((name) => [name, known[name]]));
}

/** The answer to an invitation, for all of it or for one occurrence. */
export function planAnswer(
  event: Pick<CalendarEvent, 'id' | 'my_answer'>,
  { original, answer }: { original: string; answer: EventAnswer },
): CalendarOperation {
  return { kind: 'answer', id: event.id, original, answer, before: event.my_answer, away: [], here: [] };
}
