import type {
  Calendar,
  CalendarEvent,
  CalendarTime,
  EventFields,
  EventGuest,
  GuestRight,
} from '@bocau/contract/calendar.ts';
import type { EventFile } from '@bocau/contract/event-files.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { laterTime, type Span, timesOf, wallOfTime } from '../../../model/calendar/occurrence-times.ts';
import { parseRule } from '../../../model/calendar/recurrence-rule.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import { recipientOf } from '../../../model/compose/recipient-text.ts';
import { sameValue } from '../../../model/engine/same-value.ts';
import type { RoomTimes } from '../../../parts/events/room-words.ts';
import type { ChosenTime } from '../calendar-requests.ts';
import { type RepeatValue, repeatValueOf, ruleOf } from './repeat-value.ts';

/** The fields of an event as they are filled in; a day or a time is empty while what is typed is none. */
export type EventFormValues = {
  title: string;
  isWhole: boolean;
  startDay: string;
  startClock: string;
  endDay: string;
  endClock: string;
  /** Null for what happens at this hour wherever one is. */
  zone: string | null;
  calendarId: string;
  place: string;
  url: string;
  description: string;
  repeat: RepeatValue;
  /** Null: as the calendar has it for new events. */
  reminders: readonly number[] | null;
  isBusy: boolean;
  isPrivate: boolean;
  guests: readonly ComposeRecipient[];
  /** Guests who may stay away. */
  optional: readonly ComposeRecipient[];
  /** Guests do not see one another. */
  hidesGuests: boolean;
  /** What guests may do besides answering. */
  guestsMay: GuestRight | null;
  rooms: readonly MailAddress[];
  files: readonly EventFile[];
};

export type FormFault = 'day' | 'time' | 'end' | 'url' | 'weekdays' | 'count' | 'interval' | 'guests';
export type FormFaults = Partial<
  Record<'startDay' | 'startClock' | 'endDay' | 'endClock' | 'url' | 'repeat' | 'guests', FormFault>
>;

const MOST_TIMES = 999;
const MOST_INTERVAL = 99;

/** What is offered for a new event. */
const NEW_EVENT = {
  ...{ title: '', place: '', url: '', description: '' },
  ...{ repeat: { kind: 'none' as const }, reminders: null, isPrivate: false },
  ...{ guests: [], optional: [], hidesGuests: false, guestsMay: null, rooms: [], files: [] },
};

export function newValues(
  { span, kind }: { span: Span; kind: 'zoned' | 'day' },
  { zone, calendarId }: { zone: string; calendarId: string },
): EventFormValues {
  const { start, end } = timesOf(kind, span, { own: zone, event: zone });
  return { ...NEW_EVENT, ...timeValues(start, end, zone), calendarId, isBusy: kind !== 'day' };
}

/** CL-254: a new event of whole days leaves one free, and one with a time does not, unless its person said otherwise. */
export function withWhole(values: EventFormValues, isWhole: boolean): EventFormValues {
  const isAsOffered = values.isBusy === !values.isWhole;
  return { ...values, isWhole, isBusy: isAsOffered ? !isWhole : values.isBusy };
}

/** Of a new event to which these are asked. */
export function valuesWith(
  { people, optional, rooms }: Pick<ChosenTime, 'people' | 'optional' | 'rooms'>,
  draft: { span: Span; kind: 'zoned' | 'day' },
  of: { zone: string; calendarId: string },
): EventFormValues {
  const named = (emails: readonly string[]) => emails.map((email) => recipientOf({ name: '', email }));
  return { ...newValues(draft, of), guests: named(people), optional: named(optional), rooms };
}

/** By the clock of the person where the event has no zone. */
export function roomTimesOf({ zone, startDay, repeat }: EventFormValues, own: string): RoomTimes {
  return { zone: zone ?? own, startDay, isSeries: repeat.kind !== 'none' };
}

export function valuesOf(
  { fields, calendar_id }: Pick<CalendarEvent, 'fields' | 'calendar_id'>,
  zone: string,
): EventFormValues {
  const { title, place, url, description, rule, reminders, guests, start, end } = fields;
  return {
    ...{ title, place, url, description, reminders, calendarId: calendar_id },
    ...timeValues(start, end, zone),
    isBusy: fields.is_busy,
    isPrivate: fields.is_private,
    // Events that were last seen by an older release have none.
    guests: (guests ?? []).filter((one) => !one.is_optional).map(recipientOf),
    optional: (guests ?? []).filter((one) => one.is_optional).map(recipientOf),
    hidesGuests: fields.hides_guests ?? false,
    guestsMay: fields.guests_may ?? null,
    rooms: fields.rooms ?? [],
    files: fields.files ?? [],
    repeat: repeatValueOf(rule, start),
  };
}

/** The times; whole days have some for when they are whole days no longer. */
function timeValues(start: CalendarTime, end: CalendarTime, zone: string) {
  return {
    isWhole: start.clock === null,
    startDay: start.day,
    startClock: start.clock ?? '09:00',
    endDay: end.day,
    endClock: end.clock ?? '10:00',
    zone: start.clock === null ? zone : start.zone,
  };
}

/** The reminders of an event, also where its calendar says them. */
export function remindersOf(
  { reminders, calendarId, isWhole }: Pick<EventFormValues, 'reminders' | 'calendarId' | 'isWhole'>,
  calendars: readonly Calendar[],
): readonly number[] {
  if (reminders !== null) return reminders;
  // What an earlier release has kept on the device has none.
  const known: Partial<Calendar> | undefined = calendars.find(({ id }) => id === calendarId) ?? calendars[0];
  return known?.reminders?.[isWhole ? 'day' : 'timed'] ?? [];
}

/** A later start takes the end with it. */
export function withStart(
  values: EventFormValues,
  start: Partial<Pick<EventFormValues, 'startDay' | 'startClock'>>,
): EventFormValues {
  const next = { ...values, ...start };
  const isKnown = [values.startDay, values.startClock, values.endDay, values.endClock].every(Boolean);
  if (!isKnown || next.startDay === '' || next.startClock === '') return next;
  const before = { day: values.startDay, clock: values.startClock, zone: null };
  const after = { day: next.startDay, clock: next.startClock, zone: null };
  const by = wallOfTime(after) - wallOfTime(before);
  const end = laterTime({ day: values.endDay, clock: values.endClock, zone: null }, by);
  return { ...next, endDay: end.day, endClock: end.clock ?? values.endClock };
}

export function faultsOf(values: EventFormValues): FormFaults {
  const { isWhole, startDay, startClock, endDay, endClock, url, repeat } = values;
  const faults: FormFaults = {};
  if (startDay === '') faults.startDay = 'day';
  if (endDay === '') faults.endDay = 'day';
  if (!isWhole && startClock === '') faults.startClock = 'time';
  if (!isWhole && endClock === '') faults.endClock = 'time';
  if (Object.keys(faults).length === 0) {
    if (endDay < startDay) faults.endDay = 'end';
    else if (!isWhole && endDay === startDay && endClock < startClock) faults.endClock = 'end';
  }
  if (url.trim() !== '' && !/^https?:\/\/\S+$/i.test(url.trim())) faults.url = 'url';
  if (everyGuest(values).some(({ valid }) => !valid)) faults.guests = 'guests';
  const fault = repeatFault(repeat);
  if (fault) faults.repeat = fault;
  return faults;
}

/** Whether it is known when the event is, whatever else is wrong yet. */
export function hasTimes(values: EventFormValues): boolean {
  return Object.keys(faultsOf({ ...values, url: '', guests: [], optional: [] })).length === 0;
}

export function repeatFault(repeat: RepeatValue): 'interval' | 'weekdays' | 'count' | 'day' | undefined {
  if (repeat.kind !== 'rule') return undefined;
  const { every, interval, weekdays, count, until } = repeat.rule;
  if (!(interval >= 1 && interval <= MOST_INTERVAL)) return 'interval';
  if (every === 'week' && weekdays.length === 0) return 'weekdays';
  if (count !== null && !(count >= 1 && count <= MOST_TIMES)) return 'count';
  return until === '' ? 'day' : undefined;
}

export function fieldsOf(values: EventFormValues, calendars: readonly Calendar[]): EventFields {
  const { isWhole, startDay, startClock, endDay, endClock, zone, repeat } = values;
  const time = (day: string, clock: string): CalendarTime =>
    isWhole ? { day, clock: null, zone: null } : { day, clock, zone };
  const start = time(startDay, startClock);
  return {
    title: values.title.trim(),
    place: values.place.trim(),
    url: values.url.trim(),
    description: values.description,
    start,
    end: time(endDay, endClock),
    rule: ruleOf(repeat, start),
    is_busy: values.isBusy,
    is_private: values.isPrivate,
    reminders: sorted(remindersOf(values, calendars)),
    guests: guestsOf(values),
    hides_guests: values.hidesGuests,
    guests_may: values.hidesGuests ? null : values.guestsMay,
    rooms: values.rooms.map(({ name, email }) => ({ name, email })),
    files: [...values.files],
  };
}

/** All guests, those who may stay away last. */
export function everyGuest({ guests, optional }: EventFormValues): readonly ComposeRecipient[] {
  return [...guests, ...optional];
}

function guestsOf({ guests, optional }: EventFormValues): EventGuest[] {
  const required = guests.map(({ name, email }) => ({ name, email }));
  const mayStayAway = optional.map(({ name, email }) => ({ name, email, is_optional: true as const }));
  return [...required, ...mayStayAway];
}

/** The fields that were changed; of times both, as they depend on one another. */
export function changedFields(before: EventFields, after: EventFields): Partial<EventFields> {
  const names = Object.keys(after) as (keyof EventFields)[];
  const changed = names.filter((name) => !isSame(name, before, after));
  const all = changed.some((name) => name === 'start' || name === 'end')
    ? [...new Set([...changed, 'start', 'end'] as const)]
    : changed;
  return Object.fromEntries(all.map((name) => [name, after[name]]));
}

/** A rule may be written otherwise and say the same, and reminders have no order. */
function isSame(name: keyof EventFields, before: EventFields, after: EventFields): boolean {
  if (name === 'guests') return sameValue(byAddress(before.guests), byAddress(after.guests));
  if (name === 'rooms' || name === 'files') return sameValue(before[name] ?? [], after[name] ?? []);
  if (name === 'hides_guests') return (before[name] ?? false) === (after[name] ?? false);
  if (name === 'guests_may') return (before[name] ?? null) === (after[name] ?? null);
  if (name === 'reminders') return sameValue(sorted(before.reminders), sorted(after.reminders));
  if (name !== 'rule' || before.rule === null || after.rule === null)
    return sameValue(before[name], after[name]);
  const known = parseRule(before.rule, before.start);
  return known ? sameValue(known, parseRule(after.rule, after.start)) : before.rule === after.rule;
}

/** The form has those who may stay away apart from the others. */
function byAddress(guests: readonly EventGuest[] = []): readonly EventGuest[] {
  return guests.toSorted((one, other) => (one.email < other.email ? -1 : 1));
}

function sorted(reminders: readonly number[]): number[] {
  return [...new Set(reminders)].sort((one, other) => one - other);
}
