import { z } from 'zod';
import { attendeeRole, standingAnswer, timeProposal } from './calendar.ts';
import { PROPOSING, proposedTime } from './calendar-proposals.ts';
import { endpoint } from './endpoint.ts';
import { id, mailAddress, unixSeconds } from './fields.ts';

export const INVITATION_ANSWERS = ['accepted', 'tentative', 'declined'] as const;
export const invitationAnswer = z.enum(INVITATION_ANSWERS);
export type InvitationAnswer = z.infer<typeof invitationAnswer>;

/** As a calendar on the wall of its own zone shows it; `at` where it is known which moment that is. */
const eventTime = z.object({
  day: z.string(),
  /** HH:mm; null for a whole day. */
  clock: z.string().nullable(),
  /** The zone as it is named there; null where none is. */
  zone: z.string().nullable(),
  at: unixSeconds.nullable(),
});
export type EventTime = z.infer<typeof eventTime>;

/** How often it comes again; null values are not said. Days of the week begin with 0 for Monday. */
const recurrence = z.object({
  every: z.enum(['day', 'week', 'month', 'year']),
  interval: z.number().int(),
  weekdays: z.array(z.number().int().min(0).max(6)),
  /** Which of the weekdays of a month: 1 to 5, -1 for the last. */
  position: z.number().int().nullable(),
  monthDay: z.number().int().nullable(),
  count: z.number().int().nullable(),
  /** The last day on which it may begin. */
  until: z.string().nullable(),
  /** Some of them are left out, or changed by themselves. */
  exceptions: z.boolean(),
  /** They are only changed: none is left out. The release before does not say it. */
  moved: z.literal(true).optional(),
});
export type Recurrence = z.infer<typeof recurrence>;

/** Dates that one message tells by themselves. */
export const TOLD_DATES = 10;

/** One date of a series that happens at another time. */
const movedDate = z.object({
  /** When the series had it. */
  occurrence: eventTime,
  start: eventTime,
  end: eventTime.nullable(),
});
export type MovedDate = z.infer<typeof movedDate>;

export const invitation = z.object({
  kind: z.enum(['request', 'cancel', 'reply', 'counter', 'counter_declined', 'other']),
  title: z.string(),
  description: z.string(),
  place: z.string(),
  /** Of its video meeting, or its page. The release before says none. */
  url: z.string().optional(),
  /** Null where a cancellation or an answer does not say it. */
  start: eventTime.nullable(),
  /** The last day of one that takes whole days. */
  end: eventTime.nullable(),
  repeats: recurrence.nullable(),
  /** It comes again in a way that the parts of `repeats` do not tell as the file does. */
  repeats_otherwise: z.boolean(),
  /** The one rule by which it does (RRULE of RFC 5545), where there is no more to it than days that are left out. */
  rule: z.object({ text: z.string(), exceptions: z.boolean(), moved: z.literal(true).optional() }).optional(),
  /** One of a series, which was changed by itself. */
  one_of_series: z.boolean(),
  /** When the series had that one, before it was changed. */
  occurrence: eventTime.nullable(),
  /**
   * Dates of a series that ask for an answer of their own in the person's calendar, the first ten of `count`; none where
   * there are none. The release before does not say it.
   */
  waiting_dates: z.object({ dates: z.array(movedDate), count: z.number().int() }).optional(),
  /** Dates of a series on which it does not take place, the last ten of `count`; none where there are none. */
  left_out: z.object({ dates: z.array(eventTime), count: z.number().int() }).optional(),
  organiser: mailAddress.nullable(),
  attendees: z.array(
    mailAddress.extend({
      answer: standingAnswer,
      role: attendeeRole.optional(),
    }),
  ),
  attendee_count: z.number().int(),
  /** Other events of the same file, which are not told. */
  more_events: z.number().int(),
  /** Later than an invitation that the mailbox has, or that was answered. */
  updated: z.boolean(),
  /** What the organiser is proved to have sent instead; `original`: theirs, where this one is not proved to be. */
  replaced_by: z.enum(['update', 'cancellation', 'original']).nullable(),
  /** A later version that nothing proves to be the organiser's, so that it changes nothing. */
  disputed_by: z.object({ kind: z.enum(['update', 'cancellation']), sender: mailAddress }).nullable(),
  /**
   * Whose event had its uid before: it names another organiser, so that it changes or cancels nothing of that event, and
   * is neither `updated` nor answered as a change.
   */
  other_organiser: z.string().nullable(),
  /**
   * Nothing proves that it is from whom it says: a change or a cancellation, or an event of somebody here, from its
   * organiser; an answer from who is said to have answered.
   */
  unproven: z.boolean(),
  /** Nothing proves this answer to the person's meeting, and they may take it all the same. */
  may_take: z.literal(true).optional(),
  /** An answer to dates of a series that the event has no room for. The release before does not say it. */
  unkept: z.literal(true).optional(),
  /** The own address that was invited. */
  invited: z.string().nullable(),
  may_answer: z.boolean(),
  /** The event in the person's calendar, where it is there. */
  event_id: id.nullable(),
  /** The time that this message proposes, or that was proposed for what it asks to, while that is still open. */
  proposal: timeProposal.nullable(),
  /**
   * What was answered, and whether that was to this version, and to all dates of it. `untold`: its organiser is not told of
   * it yet, so that it can be taken back.
   */
  answered: z
    .object({ answer: invitationAnswer, to_this: z.boolean(), untold: z.literal(true).optional() })
    .nullable(),
});
export type Invitation = z.infer<typeof invitation>;

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/v2/files/:id/invitation',
  summary: 'A calendar file (RFC 5545) opened; null where there is no event to be read in it',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: { name: 'parsing', count: 120, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  data: invitation.nullable(),
  errors: ['file_not_found'],
});

export const answerInvitation = endpoint({
  method: 'POST',
  path: '/api/v2/files/:id/invitation/answer',
  summary:
    'Answers an invitation (RFC 5546); the same answer twice is one message to the organiser. “waiting” takes a first answer back as long as they are not told of it. With `instead_of` only where that one stands',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: { name: 'answering', count: 60, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  body: z.object({ answer: standingAnswer, instead_of: standingAnswer.optional() }),
  data: invitation,
  errors: [
    'file_not_found',
    'event_changed',
    'invitation_closed',
    'sending_disabled',
    'sender_not_allowed',
    'sending_limit_reached',
  ],
});

export const takeAnswer = endpoint({
  method: 'POST',
  path: '/api/v2/files/:id/invitation/take',
  summary: 'Takes the answer of a guest to one’s own meeting that nothing proves, as one that is believed',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: { name: 'answering', count: 60, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  data: invitation,
  errors: ['file_not_found', 'invitation_closed'],
});

export const proposeInvitationTime = endpoint({
  method: 'POST',
  path: '/api/v2/files/:id/invitation/proposal',
  summary:
    'Proposes another time for what one is asked to (COUNTER of RFC 5546); an invitation that was not in the calendar is there then, without an answer',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: PROPOSING,
  params: z.object({ id }),
  body: proposedTime,
  data: invitation,
  errors: [
    'file_not_found',
    'invitation_closed',
    'invalid_event',
    'too_many_events',
    'too_large',
    'sending_disabled',
    'sender_not_allowed',
    'sending_limit_reached',
  ],
});
