import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { Invitation, Recurrence } from '@bocau/contract/invitations.ts';
import ICAL from 'ical.js';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { CALENDAR_BYTES, type CalendarMark, calendarMark } from '../../platform/mime/calendar-mark.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import { readEnd, readTime } from './event-times.ts';

const MOST_LINES = 8_000;
const DEPTH = 5;
const MOST_EVENTS = 500;
const ATTENDEES = { read: 1_000, shown: 100 } as const;
const LENGTHS = { title: 500, place: 1_000, description: 10_000, name: 200 } as const;

export type ReadCalendar = Pick<
  Invitation,
  | 'kind'
  | 'title'
  | 'description'
  | 'place'
  | 'start'
  | 'end'
  | 'repeats'
  | 'one_of_series'
  | 'organiser'
  | 'attendees'
  | 'attendee_count'
  | 'more_events'
> & {
  mark: CalendarMark | null;
  /** All who are invited, beyond those that are shown too. */
  invited: string[];
  /** The recurrence id as it goes back to the organiser. */
  recurrence: Invitation['start'] | null;
};

/** The first event of a calendar file, as data; null where there is none, or more than a calendar has a reason for. */
export function readCalendar(bytes: Uint8Array): ReadCalendar | null {
  if (bytes.length > CALENDAR_BYTES) return null;
  const text = new TextDecoder().decode(bytes).replaceAll('\0', '');
  if (!isBounded(text)) return null;
  const calendar = parse(text);
  const events = calendar?.getAllSubcomponents('vevent') ?? [];
  const event = events.find((one) => !one.hasProperty('recurrence-id')) ?? events[0];
  if (!calendar || !event || events.length > MOST_EVENTS) return null;
  const start = readTime(event.getFirstProperty('dtstart'), calendar);
  if (!start) return null;
  const recurrence = readTime(event.getFirstProperty('recurrence-id'), calendar);
  const invited = event.getAllProperties('attendee').slice(0, ATTENDEES.read).flatMap(readAttendee);
  const status = textOf(event, 'status', 20).toUpperCase();
  return {
    kind: status === 'CANCELLED' ? 'cancel' : kindOf(textOf(calendar, 'method', 20)),
    title: lineOf(event, 'summary', LENGTHS.title),
    description: textOf(event, 'description', LENGTHS.description).trim(),
    place: lineOf(event, 'location', LENGTHS.place),
    start,
    end: readEnd(event, start, calendar),
    repeats: readRecurrence(event.getFirstProperty('rrule')),
    one_of_series: event.hasProperty('recurrence-id'),
    organiser: event.getAllProperties('organizer').slice(0, 1).flatMap(readPerson)[0] ?? null,
    attendees: invited.slice(0, ATTENDEES.shown),
    attendee_count: invited.length,
    more_events: events.filter((one) => !one.hasProperty('recurrence-id') && one !== event).length,
    mark: calendarMark(bytes),
    invited: invited.map(({ email }) => foldAddress(email)),
    recurrence,
  };
}

/** Before anything is made of it: a hostile file is as small as an honest one, and nests. */
function isBounded(text: string): boolean {
  const lines = text.split('\n', MOST_LINES + 1);
  if (lines.length > MOST_LINES) return false;
  let depth = 0;
  for (const line of lines) {
    if (/^BEGIN:/i.test(line)) depth += 1;
    if (/^END:/i.test(line)) depth -= 1;
    if (depth > DEPTH) return false;
  }
  return true;
}

function parse(text: string): ICAL.Component | null {
  try {
    const parsed: unknown = ICAL.parse(text);
    const first = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed[0] : parsed;
    const component = new ICAL.Component(first as string);
    return component.name === 'vcalendar' ? component : null;
  } catch {
    // The reader throws whatever it stumbles over; the file is no calendar then.
    return null;
  }
}

function kindOf(method: string): Invitation['kind'] {
  const known = { REQUEST: 'request', CANCEL: 'cancel', REPLY: 'reply' } as const;
  return known[method.toUpperCase() as keyof typeof known] ?? 'other';
}

function textOf(component: ICAL.Component, name: string, length: number): string {
  const value: unknown = component.getFirstProperty(name)?.jCal[3];
  return typeof value === 'string' ? withoutHidden(value.slice(0, length)).text : '';
}

function lineOf(component: ICAL.Component, name: string, length: number): string {
  return textOf(component, name, length).replaceAll(/\s+/g, ' ').trim();
}

function readPerson(property: ICAL.Property): MailAddress[] {
  const value: unknown = property.jCal[3];
  const email = typeof value === 'string' ? value.replace(/^mailto:/i, '').trim() : '';
  if (!isValidAddress(email)) return [];
  const name = withoutHidden(String(property.getFirstParameter('cn') ?? '').slice(0, LENGTHS.name)).text;
  return [{ name: name.replaceAll(/\s+/g, ' ').replace(/^"|"$/g, '').trim(), email }];
}

function readAttendee(property: ICAL.Property): Invitation['attendees'] {
  const answers = { ACCEPTED: 'accepted', TENTATIVE: 'tentative', DECLINED: 'declined' } as const;
  const given = String(property.getFirstParameter('partstat') ?? '').toUpperCase();
  return readPerson(property).map((person) => ({
    ...person,
    answer: answers[given as keyof typeof answers] ?? 'waiting',
  }));
}

const EVERY = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A rule in its own parts: it is told in words, and never counted out. */
function readRecurrence(property: ICAL.Property | null): Recurrence | null {
  const rule: unknown = property?.jCal[3];
  if (typeof rule !== 'object' || rule === null) return null;
  const parts = rule as Record<string, unknown>;
  const every = EVERY[parts['freq'] as keyof typeof EVERY];
  if (every === undefined) return null;
  const days = [parts['byday'] ?? []].flat().slice(0, 7).map(String);
  const until = /^\d{4}-\d\d-\d\d/.exec(String(parts['until'] ?? ''))?.[0] ?? null;
  const position = Number(/^([+-]?\d)/.exec(days[0] ?? '')?.[1] ?? parts['bysetpos']);
  const weekdays = days.map((day) => WEEKDAYS.indexOf(day.replace(/^[+-]?\d*/, '')));
  return {
    every,
    interval: within(parts['interval'], 1, 999) ?? 1,
    weekdays: [...new Set(weekdays.filter((day) => day >= 0))].sort(),
    position: position >= -1 && position <= 5 && position !== 0 ? position : null,
    monthDay: within([parts['bymonthday']].flat()[0], 1, 31),
    count: within(parts['count'], 1, 99_999),
    until,
  };
}

function within(value: unknown, least: number, most: number): number | null {
  const number = Number(value);
  return value !== undefined && Number.isInteger(number) && number >= least && number <= most ? number : null;
}
