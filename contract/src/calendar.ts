import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enclosedFile, eventFile, eventFileShare, MOST_EVENT_FILES } from './event-files.ts';
import { done, id, ids, line, mailAddress, queryNumber, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

export const calendarDay = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const color = z.string().regex(/^#[0-9a-f]{6}$/);

/** When something begins or ends, as a calendar on the wall of its own zone shows it. */
export const calendarTime = z.object({
  day: calendarDay,
  /** HH:mm; null for a whole day. */
  clock: clock.nullable(),
  /** An IANA name; null for whole days, and for what happens at this hour wherever one is. */
  zone: z.string().max(64).nullable(),
});
export type CalendarTime = z.infer<typeof calendarTime>;

/** Of whole days, a reminder in their first morning comes after the start. */
export const REMINDED_AFTER_MINUTES = 24 * 60;
const REMINDED_BEFORE_MINUTES = 60 * 24 * 60;
const REMINDERS = 10;

/** Minutes before the start; after it where negative. */
export const reminders = z
  .array(z.number().int().min(-REMINDED_AFTER_MINUTES).max(REMINDED_BEFORE_MINUTES))
  .max(REMINDERS);

/** Of new events in a calendar that do not say when to remind: of those with a time, and of whole days. */
export const defaultReminders = z.object({ timed: reminders, day: reminders });
export type DefaultReminders = z.infer<typeof defaultReminders>;
/** What somebody may do with a calendar that is shared with them: see when its owner is busy, see, change, manage. */
export const CALENDAR_PERMISSIONS = ['BUSY', 'READ', 'WRITE', 'MANAGE'] as const;

/** Why the address of a calendar could not be read. */
export const feedFault = z.enum([
  'not_allowed',
  'unreachable',
  'too_slow',
  'too_large',
  'denied',
  'not_found',
  'failed',
  'not_calendar',
  'full',
  /** The key is missing here by which its address was sealed. */
  'no_key',
]);
export type FeedFault = z.infer<typeof feedFault>;

/** Of a calendar whose events come from an address. */
export const calendarSubscription = z.object({
  /** Of the address; the rest of that may be a secret, and is told to nobody. */
  host: z.string(),
  /** When it was read last. */
  read_at: unixSeconds.nullable(),
  /** Why the last try was none; what is there stays. */
  fault: feedFault.nullable(),
});
export type CalendarSubscription = z.infer<typeof calendarSubscription>;

export const calendar = z.object({
  id,
  name: z.string(),
  color: z.string(),
  /** New events go here. */
  is_default: z.boolean(),
  reminders: defaultReminders,
  permission: z.enum([...CALENDAR_PERMISSIONS, 'OWNER']),
  /** Who shares it; null for one's own. */
  owner: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** Everybody of the domain reads it. */
  is_company: z.boolean(),
  /** Of one’s own whose events come from an address, and are only read: `permission` says so, too. */
  subscription: calendarSubscription.optional(),
  /** What ids end with that are chosen for events of it. */
  event_ids_end: z.string(),
});
export type Calendar = z.infer<typeof calendar>;

export const calendarName = line(100).min(1);

/** One time that an event happens. */
export const occurrence = z.object({
  /** Of the event. */
  event_id: id,
  calendar_id: id,
  /** Which one of a series, as the rule has it; it stays when the occurrence is moved. Empty for what happens once. */
  original: z.string(),
  title: z.string(),
  place: z.string(),
  /** `at` and `until` are moments, but of `floating` and of whole days, which are written as if they were in UTC. */
  kind: z.enum(['zoned', 'floating', 'day']),
  at: unixSeconds,
  /** Exclusive. */
  until: unixSeconds,
  repeats: z.boolean(),
  is_busy: z.boolean(),
  is_private: z.boolean(),
  /** Nothing is told but when: it has no event that can be asked for. */
  only_busy: z.literal(true).optional(),
  /** The owner of its calendar was asked to it and said no. */
  is_declined: z.literal(true).optional(),
  /** They were asked to it and have not answered. */
  is_waiting: z.literal(true).optional(),
  /** They answered that they may come. */
  is_maybe: z.literal(true).optional(),
  /** Another time is proposed for it, which waits for whoever asks to it. */
  has_proposal: z.literal(true).optional(),
});
export type Occurrence = z.infer<typeof occurrence>;

export const MOST_EVENT_ROOMS = 10;
const person = mailAddress.extend({ name: line(200), email: line(320) });
const guest = person.extend({
  /** May stay away. */
  is_optional: z.literal(true).optional(),
});
export type EventGuest = z.infer<typeof guest>;

/** What guests of the same domain may do with a meeting besides answering: who may change it asks others to it, too. */
export const GUEST_RIGHTS = ['invite', 'change'] as const;
export type GuestRight = (typeof GUEST_RIGHTS)[number];

/** What a person changes of an event. */
export const eventFields = z.object({
  title: line(LIMITS.eventTitleLength),
  place: line(LIMITS.eventPlaceLength),
  description: z.string().max(LIMITS.eventDescriptionLength),
  /** Of a video meeting, or whatever belongs to the event. */
  url: line(2000),
  start: calendarTime,
  /** Of whole days the last one. */
  end: calendarTime,
  /** An RRULE (RFC 5545) without its name; null for what happens once. */
  rule: line(500).nullable(),
  is_busy: z.boolean(),
  is_private: z.boolean(),
  reminders,
  /** Who is asked to it, without the person who asks; they are told by mail. */
  guests: z.array(guest).max(LIMITS.eventGuests),
  /** Guests see nobody but themselves, who asks, and the rooms; of all of a series. */
  hides_guests: z.boolean().optional(),
  /** Of all of a series, too; null where guests only answer. Guests do not have this in their own events. */
  guests_may: z.enum(GUEST_RIGHTS).nullable().optional(),
  /** Rooms and equipment that it asks for; those of the domain answer at once. */
  rooms: z.array(person).max(MOST_EVENT_ROOMS).optional(),
  /** Whoever may see the event finds them there, and guests by the links that they are sent. */
  files: z.array(eventFile).max(MOST_EVENT_FILES).optional(),
});
export type EventFields = z.infer<typeof eventFields>;

export const EVENT_ANSWERS = ['accepted', 'tentative', 'declined'] as const;
export type EventAnswer = (typeof EVENT_ANSWERS)[number];
/** Or that none stands. */
export const standingAnswer = z.enum(['waiting', ...EVENT_ANSWERS]);
export type StandingAnswer = z.infer<typeof standingAnswer>;

/** Who leads a meeting, and who may stay away from it; of others nothing is said. */
export const attendeeRole = z.enum(['chair', 'optional']);

export const attendee = z.object({
  name: z.string(),
  email: z.string(),
  answer: z.enum(['waiting', ...EVENT_ANSWERS]),
  role: attendeeRole.optional(),
  /** A room, or equipment. */
  is_room: z.literal(true).optional(),
  /** Of a guest who has not answered: the invitation could not be delivered. */
  is_undelivered: z.literal(true).optional(),
});
export type Attendee = z.infer<typeof attendee>;

export const PROPOSAL_WORDS = 500;

/** Another time that a guest has proposed for a meeting. */
export const timeProposal = z.object({
  /** For which one of a series; empty for all of it, and for what happens once. */
  original: z.string(),
  name: z.string(),
  email: z.string(),
  /** By the clock of the event. */
  start: calendarTime,
  /** Of whole days the last one. */
  end: calendarTime,
  words: z.string(),
  proposed_at: unixSeconds,
  /** Who asks to it has said no. */
  is_declined: z.literal(true).optional(),
});
export type TimeProposal = z.infer<typeof timeProposal>;

export const calendarEvent = z.object({
  id,
  calendar_id: id,
  /** The number of the change that wrote it last: an edit names the one that it edits. */
  revision: z.number().int(),
  /** Of the series, or of the occurrence that was asked for. */
  fields: eventFields,
  /** Which occurrence these are the fields of; empty for the series itself, and for what happens once. */
  original: z.string(),
  /** It repeats by more than one rule, or otherwise than one rule tells. */
  repeats_otherwise: z.boolean(),
  organiser: z.object({ name: z.string(), email: z.string() }).nullable(),
  attendees: z.array(attendee),
  /** Files within its text, each by its place. */
  enclosed: z.array(enclosedFile).optional(),
  /** Of its files, those that the person shares by it. */
  file_shares: z.array(eventFileShare).optional(),
  /** Of its files, the addresses of those that whoever shared them has ended, or that are deleted. */
  ended_files: z.array(z.string()).optional(),
  /** What the owner of the calendar has answered, where somebody else asks them to it. */
  my_answer: z.enum(['waiting', ...EVENT_ANSWERS]).nullable(),
  /** Somebody else asks to it, and does not name the owner of the calendar: they change it, and nobody answers. */
  is_of_others: z.literal(true).optional(),
  /** Another event of its code speaks to guests and organiser; what is changed here is told to nobody. */
  is_copy: z.literal(true).optional(),
  /** What the organiser lets the owner of the calendar do with it, as a guest of theirs. */
  guest_may: z.enum(GUEST_RIGHTS).optional(),
  /** Of guests, as long as it is when it was then and nobody has said no; of a guest their own alone. */
  proposals: z.array(timeProposal).optional(),
  changed_at: unixSeconds,
  /** Who changed it last, where that is not its owner. */
  changed_by: z.object({ name: z.string(), email: z.string() }).nullable(),
  trashed_at: unixSeconds.nullable(),
});
export type CalendarEvent = z.infer<typeof calendarEvent>;

/** Others are told of changes of meetings. */
export const TELLING = [
  'forbidden',
  'sending_disabled',
  'sender_not_allowed',
  'sending_limit_reached',
] as const;

export const listCalendars = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/calendars',
  summary:
    'The calendars of the person who is signed in, the one of new events first, then those that others share',
  access: 'session',
  on: 'person',
  data: z.array(calendar),
  errors: [],
});

export const createCalendar = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/calendars',
  summary: 'Create a calendar',
  access: 'session',
  on: 'person',
  body: z.object({ name: calendarName, color, reminders: defaultReminders.optional() }),
  data: calendar,
  status: 201,
  errors: ['already_exists', 'too_many_events'],
});

export const changeCalendarEntry = endpoint({
  method: 'PATCH',
  path: '/api/calendar/v1/calendars/:id',
  summary:
    'Rename a calendar, give it another colour, or other reminders of new events; of one that somebody else shares the colour is the person’s own',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({ name: calendarName, color, reminders: defaultReminders }).partial(),
  data: calendar,
  errors: ['event_not_found', 'already_exists', 'forbidden'],
});

export const deleteCalendar = endpoint({
  method: 'DELETE',
  path: '/api/calendar/v1/calendars/:id',
  summary:
    'Delete a calendar; its events go into the trash, and guests are told that those to come are called off. The one that new events go to stays',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: done,
  errors: ['event_not_found', ...TELLING],
});

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/events',
  summary: 'What happens from one day to another, of all calendars that one sees, in the order of time',
  access: 'session',
  on: 'person',
  query: z.object({
    from: calendarDay,
    /** The last day; at most 400 after `from`. */
    to: calendarDay,
    /** By whose clock the days are meant. */
    zone: z.string().max(64),
  }),
  data: z.array(occurrence),
  /** `complete` is false where there is more than fits into one answer. */
  meta: z.object({ seq: z.number().int(), complete: z.boolean() }),
  errors: ['invalid_days'],
});

export const searchEvents = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/search',
  summary:
    'Events with all of the words in title, place, description or people, by their beginnings and without accents: each as the occurrence that is next, or was the last; what is to come first; at most 100 of one’s own, and 100 of calendars that others share',
  access: 'session',
  on: 'person',
  query: z.object({ q: z.string().max(200) }),
  data: z.array(occurrence),
  /** `complete` is false where there are more. */
  meta: z.object({ complete: z.boolean() }),
  errors: [],
});

export const listTrashedEvents = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/trash',
  summary: 'What is in the trash, the latest first; at most 500',
  access: 'session',
  on: 'person',
  data: z.array(
    z.object({
      id,
      calendar_id: id,
      title: z.string(),
      repeats: z.boolean(),
      /** When it happens first; of what has no zone as if it were in UTC. */
      first_at: unixSeconds,
      trashed_at: unixSeconds,
      /** Who put it there, where that was somebody with whom its calendar is shared. */
      trashed_by: z.object({ name: z.string(), email: z.string() }).optional(),
      is_task: z.literal(true).optional(),
    }),
  ),
  errors: [],
});
export type TrashedEvent = z.infer<typeof listTrashedEvents.data>[number];

export const getEvent = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/events/:id',
  summary: 'An event, or one occurrence of it',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  query: z.object({ original: z.string().max(40).optional() }),
  data: calendarEvent,
  errors: ['event_not_found'],
});

export const createEvent = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events',
  summary:
    'Create an event. With a `uid` a second call answers with the same event, and it is the id where it ends as `event_ids_end` of the calendar',
  access: 'session',
  on: 'person',
  body: z.object({
    uid: z.uuid().lowercase().optional(),
    calendar_id: id.optional(),
    fields: eventFields.partial().required({ title: true, start: true, end: true }),
  }),
  data: calendarEvent,
  status: 201,
  errors: ['event_not_found', 'already_exists', 'invalid_event', 'too_many_events', 'too_large', ...TELLING],
});

export const EVENT_SCOPES = ['all', 'one', 'following'] as const;
export type EventScope = (typeof EVENT_SCOPES)[number];

export const changeEvent = endpoint({
  method: 'PATCH',
  path: '/api/calendar/v1/events/:id',
  summary:
    'Change an event: all of a series, one occurrence, or one and those that follow; what is not named stays',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({
    revision: z.number().int().optional(),
    scope: z.enum(EVENT_SCOPES).default('all'),
    /** Which occurrence, unless all are meant. One that was left out of its series comes back by a change of it. */
    original: z.string().max(40).optional(),
    calendar_id: id.optional(),
    fields: eventFields.partial(),
  }),
  data: calendarEvent,
  errors: ['event_not_found', 'event_changed', 'invalid_event', 'too_many_events', 'too_large', ...TELLING],
});

export const answerEvent = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/:id/answer',
  summary:
    'Answer an invitation that is in the calendar, or one occurrence of it; its organiser is told by mail. `waiting` takes back an answer of which they were not told. With `instead_of` only where that one stands',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({
    answer: standingAnswer,
    instead_of: standingAnswer.optional(),
    original: z.string().max(40).default(''),
  }),
  data: calendarEvent,
  errors: ['event_not_found', 'event_changed', 'invitation_closed', ...TELLING],
});

export const dropOccurrences = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/:id/drop',
  summary: 'Leave out one occurrence of a series, or one and those that follow',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({
    revision: z.number().int().optional(),
    scope: z.enum(['one', 'following']),
    original: z.string().min(1).max(40),
  }),
  data: calendarEvent,
  errors: ['event_not_found', 'event_changed', 'invalid_event', ...TELLING],
});

export const rejoinSeries = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/:id/rejoin',
  summary:
    'Undo what was done to an occurrence and those that follow, or that a guest left one out: the series is what it was before, and what was made of the rest goes into the trash',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: calendarEvent,
  errors: ['event_not_found', 'event_changed', ...TELLING],
});

export const trashEvents = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/trash',
  summary: 'Put events into the trash, where they are for 30 days; a series goes whole',
  access: 'session',
  on: 'person',
  body: z.object({ ids }),
  data: done,
  errors: ['event_not_found', ...TELLING],
});

export const restoreEvents = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/restore',
  summary: 'Bring events back from the trash',
  access: 'session',
  on: 'person',
  body: z.object({ ids }),
  data: done,
  errors: ['event_not_found', 'already_exists', ...TELLING],
});

export const deleteEvents = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/trash/delete',
  summary: 'Delete events that are in the trash for good; without ids, all of one’s own',
  access: 'session',
  on: 'person',
  body: z.object({ ids: ids.optional() }),
  data: done,
  errors: ['event_not_found', 'forbidden'],
});

/** A reminder that was given and that nobody has seen on any device. */
export const reminder = z.object({
  id,
  event_id: id,
  /** Which one of a series; empty for what happens once. */
  original: z.string(),
  calendar_id: id,
  title: z.string(),
  place: z.string(),
  /** As of an occurrence. */
  kind: z.enum(['zoned', 'floating', 'day']),
  at: unixSeconds,
  until: unixSeconds,
  is_private: z.boolean(),
  /** When it was to be given, and when it was: later where the server was down. */
  due_at: unixSeconds,
  given_at: unixSeconds,
  /** Of a task: `at` is when it is due. */
  is_task: z.literal(true).optional(),
});
export type Reminder = z.infer<typeof reminder>;

export const listReminders = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/reminders',
  summary: 'Reminders that were given and not yet dismissed, one of each occurrence, the newest first',
  access: 'session',
  on: 'person',
  data: z.array(reminder),
  errors: [],
});

const reminded = z.string().max(40).default('');

export const dismissReminder = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/:id/dismiss',
  summary: 'Dismiss what was reminded of an event, or of one occurrence, on all devices',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({ original: reminded }),
  data: done,
  errors: ['event_not_found', 'too_large'],
});

export const snoozeReminder = endpoint({
  method: 'POST',
  path: '/api/calendar/v1/events/:id/snooze',
  summary: 'Dismiss what was reminded of an event, or of one occurrence, and remind again at a moment',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({
    original: reminded,
    /** At once where it has passed; at most 60 days from now. */
    until: unixSeconds,
  }),
  data: done,
  errors: ['event_not_found', 'invalid_event', 'too_large'],
});

export const getCalendarChanges = endpoint({
  method: 'GET',
  path: '/api/calendar/v1/changes',
  summary: 'Which events and calendars have changed since a number; without one, only the number',
  access: 'session',
  on: 'person',
  query: z.object({ since: queryNumber.optional() }),
  data: z.object({
    seq: z.number().int(),
    /** Events, those that are gone too. */
    events: z.array(id),
    /** Present where calendars came, went or changed. */
    calendars: z.literal(true).optional(),
  }),
  errors: ['changes_too_old'],
});
export type CalendarChangeSet = z.infer<typeof getCalendarChanges.data>;
