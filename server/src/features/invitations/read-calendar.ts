import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { type Invitation, type MovedDate, TOLD_DATES } from '@bocau/contract/invitations.ts';
import ICAL from 'ical.js';
import { meetingAddress, webAddress } from '../../calendar/ical/meeting-address.ts';
import { OBJECT_BOUNDS } from '../../calendar/ical/object-bounds.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { CALENDAR_BYTES, type CalendarMark, calendarMark } from '../../platform/mime/calendar-mark.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';
import { placeOf, readEnd, readTime } from './event-times.ts';
import { hasFollowing, readRecurrence, UNREADABLE_RULE } from './read-recurrence.ts';

/** The series, and single ones of it. */
const MOST_EVENTS = OBJECT_BOUNDS.singles + 1;
const LONGEST_LINE = 65_536;
const ATTENDEES = { read: 1_000, shown: 100 } as const;
const LENGTHS = { title: 500, place: 1_000, url: 2_000, description: 10_000, name: 200 } as const;

/** One of a series, as its message changes it. */
export type ReadDate = MovedDate & { sequence: number; invited: string[] };

export type ReadCalendar = Pick<
  Invitation,
  | 'kind'
  | 'title'
  | 'description'
  | 'place'
  | 'url'
  | 'start'
  | 'end'
  | 'repeats'
  | 'repeats_otherwise'
  | 'rule'
  | 'occurrence'
  | 'one_of_series'
  | 'left_out'
  | 'organiser'
  | 'attendees'
  | 'attendee_count'
  | 'more_events'
> & {
  mark: CalendarMark | null;
  /** Who sends for the organiser according to this file, normalized. */
  sentBy: string | null;
  /** All invitees, including those not shown. */
  invited: string[];
  /** The rule of a series, as an answer names it; null where it has none, or several. */
  writtenRule: string | null;
  /** The dates of a series that are told by themselves, and take place. */
  dates: ReadDate[];
};

/**
 * The first event of a calendar file, as data; null when there is none, or when the file exceeds reasonable
 * limits.
 */
export function readCalendar(bytes: Uint8Array): ReadCalendar | null {
  if (bytes.length > CALENDAR_BYTES) return null;
  const text = boundedLines(new TextDecoder().decode(bytes).replaceAll('\0', ''));
  if (text === null) return null;
  const calendar = parse(text) ?? parse(withoutRules(text));
  const events = calendar?.getAllSubcomponents('vevent') ?? [];
  const event = events.find((one) => !one.hasProperty('recurrence-id')) ?? events[0];
  if (!calendar || !event || events.length > MOST_EVENTS) return null;
  const status = textOf(event, 'status', 20).toUpperCase();
  const kind = status === 'CANCELLED' ? 'cancel' : kindOf(textOf(calendar, 'method', 20));
  const start = readTime(event.getFirstProperty('dtstart'), calendar);
  if (!start && !MAY_OMIT_TIME.has(kind)) return null;
  const invited = event.getAllProperties('attendee').slice(0, ATTENDEES.read).flatMap(readAttendee);
  // What is said of a proposal; elsewhere it is a note of a program.
  const comment = kind.startsWith('counter') ? textOf(event, 'comment', LENGTHS.description) : '';
  const changed = events.filter((one) => one !== event && one.hasProperty('recurrence-id'));
  return {
    kind,
    title: lineOf(event, 'summary', LENGTHS.title),
    description: (comment || textOf(event, 'description', LENGTHS.description)).trim(),
    place: lineOf(event, 'location', LENGTHS.place),
    url: webAddress(lineOf(event, 'url', LENGTHS.url)) || meetingAddress((name) => valuesOf(event, name)),
    start,
    end: start && readEnd(event, start, calendar),
    ...readRecurrence(event, start, changed),
    ...readLeftOut(event, calendar),
    one_of_series: event.hasProperty('recurrence-id') && !hasFollowing(event),
    occurrence: readTime(event.getFirstProperty('recurrence-id'), calendar),
    organiser: event.getAllProperties('organizer').slice(0, 1).flatMap(readPerson)[0] ?? null,
    attendees: invited.slice(0, ATTENDEES.shown),
    attendee_count: invited.length,
    more_events: events.filter((one) => !one.hasProperty('recurrence-id') && one !== event).length,
    mark: calendarMark(bytes),
    sentBy: readSentBy(event),
    invited: invited.map(({ email }) => foldAddress(email)),
    writtenRule: ruleOf(event),
    dates: event.hasProperty('recurrence-id') ? [] : changed.flatMap((one) => readDate(one, calendar)),
  };
}

/** CL-364: nothing else in a message says which date a series has lost. */
function readLeftOut(event: ICAL.Component, calendar: ICAL.Component): Pick<ReadCalendar, 'left_out'> {
  const dates = event
    .getAllProperties('exdate')
    .flatMap(({ jCal: [name, params, type, ...values] }) =>
      values.slice(0, MOST_EVENTS).map((value) => new ICAL.Property([name, params, type, value], event)),
    )
    .slice(0, MOST_EVENTS)
    .flatMap((one) => readTime(one, calendar) ?? [])
    .toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)));
  return dates.length === 0 ? {} : { left_out: { dates: dates.slice(-TOLD_DATES), count: dates.length } };
}

function readDate(event: ICAL.Component, calendar: ICAL.Component): ReadDate[] {
  const occurrence = readTime(event.getFirstProperty('recurrence-id'), calendar);
  const start = readTime(event.getFirstProperty('dtstart'), calendar);
  const isOver = textOf(event, 'status', 20).toUpperCase() === 'CANCELLED';
  if (!occurrence || !start || isOver || hasFollowing(event)) return [];
  const sequence = Number(event.getFirstProperty('sequence')?.jCal[3] ?? 0);
  return [
    {
      ...{ occurrence, start, end: readEnd(event, start, calendar) },
      sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0,
      invited: event
        .getAllProperties('attendee')
        .slice(0, ATTENDEES.read)
        .flatMap(readPerson)
        .map(({ email }) => foldAddress(email)),
    },
  ];
}

function ruleOf(event: ICAL.Component): string | null {
  const [rule, ...others] = event.getAllProperties('rrule');
  return rule && others.length === 0 ? String(rule.getFirstValue()) : null;
}

/** RFC 5546, 3.2.3, 3.2.5 and 3.2.8. */
const MAY_OMIT_TIME: ReadonlySet<Invitation['kind']> = new Set(['cancel', 'reply', 'counter_declined']);

/**
 * The lines of a file without their folds, each as long as anything that is shown; null where there are more than an
 * event has. Before it is parsed: a hostile file can be small and deeply nested, or one line of parameters.
 */
function boundedLines(text: string): string | null {
  const { depth: deepest, lines: most } = OBJECT_BOUNDS;
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split('\n', most + 2);
  if (lines.length > most + 1) return null;
  let depth = 0;
  for (const line of lines) {
    if (/^BEGIN:/i.test(line)) depth += 1;
    if (/^END:/i.test(line)) depth -= 1;
    if (depth > deepest) return null;
  }
  return lines.map((line) => line.slice(0, LONGEST_LINE)).join('\n');
}

function parse(text: string): ICAL.Component | null {
  try {
    const parsed: unknown = ICAL.parse(text);
    const first = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed[0] : parsed;
    const component = new ICAL.Component(first as string);
    return component.name === 'vcalendar' ? component : null;
  } catch {
    // The parser throws on invalid input; then the file is no calendar.
    return null;
  }
}

/** One invalid or unknown rule must not hide the whole event. */
function withoutRules(text: string): string {
  let inZone = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^(BEGIN|END):VTIMEZONE/i.test(line)) inZone = /^B/i.test(line);
      return inZone ? line : line.replace(/^(RRULE|EXRULE)(?=[;:])/i, UNREADABLE_RULE);
    })
    .join('\n');
}

function kindOf(method: string): Invitation['kind'] {
  const known = {
    REQUEST: 'request',
    CANCEL: 'cancel',
    REPLY: 'reply',
    COUNTER: 'counter',
    DECLINECOUNTER: 'counter_declined',
  } as const;
  return known[method.toUpperCase() as keyof typeof known] ?? 'other';
}

function textOf(component: ICAL.Component, name: string, length: number): string {
  const value: unknown = component.getFirstProperty(name)?.jCal[3];
  return typeof value === 'string' ? withoutHidden(value.slice(0, length)).text : '';
}

function valuesOf(component: ICAL.Component, name: string): string[] {
  return component.getAllProperties(name.toLowerCase()).flatMap(({ jCal }) => {
    const value: unknown = jCal[3];
    return typeof value === 'string' ? value : [];
  });
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

function readSentBy(event: ICAL.Component): string | null {
  const given = event.getFirstProperty('organizer')?.getFirstParameter('sent-by');
  const email = typeof given === 'string' ? given.replace(/^mailto:/i, '').trim() : '';
  return isValidAddress(email) ? foldAddress(email) : null;
}

function readAttendee(property: ICAL.Property): Invitation['attendees'] {
  const answers = { ACCEPTED: 'accepted', TENTATIVE: 'tentative', DECLINED: 'declined' } as const;
  const given = String(property.getFirstParameter('partstat') ?? '').toUpperCase();
  return readPerson(property).map((person) => ({
    ...person,
    answer: answers[given as keyof typeof answers] ?? 'waiting',
    ...roleOf(property),
  }));
}

function roleOf(property: ICAL.Property): Pick<Invitation['attendees'][number], 'role'> {
  const roles = { CHAIR: 'chair', 'OPT-PARTICIPANT': 'optional' } as const;
  const role = roles[String(property.getFirstParameter('role') ?? '').toUpperCase() as keyof typeof roles];
  return role ? { role } : {};
}
