import type { invitation as vi } from '../vi/invitation.ts';
import type { Words } from '../words.ts';

export const invitation: Words<typeof vi> = {
  title: 'Invitation',
  updated: 'Updated invitation',
  cancelledTitle: 'Cancelled',
  unprovenCancelledTitle: 'Unverified cancellation',
  replyTitle: 'Reply to an invitation',
  eventTitle: 'Event',
  noTitle: '(no title)',
  when: 'When',
  where: 'Where',
  organiser: 'Organiser',
  attendees: 'Invited',
  repeats: 'Repeats',
  description: 'Details',
  unreadable: 'This invitation can’t be read.',
  failed: 'We couldn’t load this invitation.',
  oneOfSeries: 'Only one event of its series',
  originally: 'Originally {{time}}',
  more_one: 'There is {{count}} more event in this file.',
  more_other: 'There are {{count}} more events in this file.',
  moreAttendees: 'and {{count}} more',
  theirTime: '{{time}} in the organiser’s time ({{zone}})',
  noZone: '{{time}} (no time zone given)',
  wholeDay: '{{day}}, all day',
  wholeDays: '{{from}} to the end of {{to}}',
  cancelled: 'The organiser has cancelled this event.',
  replacedByUpdate:
    'This invitation is out of date: the organiser has sent an update. Answer in the newest message.',
  replacedByCancellation: 'This invitation is out of date: the organiser has cancelled the event.',
  original:
    'We couldn’t verify that the organiser sent this message. Their own invitation is in another message: answer there.',
  unproven: 'We couldn’t verify that the organiser sent this message. Check with them before relying on it.',
  unprovenCancelled:
    'This message says the event is cancelled, but we couldn’t verify that the organiser sent it. Check with them first.',
  unprovenReply:
    'We couldn’t verify that the person named here sent this reply. Check with them before relying on it.',
  disputedBy: {
    update:
      'A message from {{sender}} says this event has changed, but we couldn’t verify that the organiser sent it. Check with them first.',
    cancellation:
      'A message from {{sender}} says this event is cancelled, but we couldn’t verify that the organiser sent it. Check with them first.',
  },
  otherOrganiser: {
    update:
      'This message uses the identifier of a meeting you already knew, organised by {{organiser}}, but it isn’t an update of that meeting. Check before relying on it.',
    cancellation:
      'This message uses the identifier of a meeting you already knew, organised by {{organiser}}, but it doesn’t cancel that meeting. Check before relying on it.',
  },
  notBelieved: 'It can’t be answered: this message is in Junk, or its sender isn’t trustworthy.',
  answers: {
    waiting: 'no answer yet',
    accepted: 'accepted',
    tentative: 'maybe',
    declined: 'declined',
  },
  answer: {
    group: 'Answer the invitation',
    accepted: 'Accept',
    tentative: 'Maybe',
    declined: 'Decline',
  },
  answered: {
    accepted: 'You accepted. Your reply goes to the organiser by email.',
    tentative: 'You replied Maybe. Your reply goes to the organiser by email.',
    declined: 'You declined. Your reply goes to the organiser by email.',
  },
  answeredBefore: {
    accepted: 'You accepted an earlier version. The event has changed, so please answer again.',
    tentative: 'You replied Maybe to an earlier version. The event has changed, so please answer again.',
    declined: 'You declined an earlier version. The event has changed, so please answer again.',
  },
  answerFailed: 'Your answer hasn’t been sent. Try again.',
  agenda: {
    label: 'Your calendar on that day',
    nothing: 'You have nothing else on that day.',
    free: 'You are free then. Also on that day:',
    clash_one: 'At the same time as {{count}} event:',
    clash_other: 'At the same time as {{count}} events:',
    more: 'and {{count}} more',
    allDay: 'all day',
  },
  every: {
    day: 'every day',
    week: 'every week',
    month: 'every month',
    year: 'every year',
  },
  everySo: {
    day: 'every {{count}} days',
    week: 'every {{count}} weeks',
    month: 'every {{count}} months',
    year: 'every {{count}} years',
  },
  onDays: '{{rule}} on {{days}}',
  onMonthDay: '{{rule}} on day {{day}}',
  nth: {
    first: 'the first {{day}}',
    second: 'the second {{day}}',
    third: 'the third {{day}}',
    fourth: 'the fourth {{day}}',
    fifth: 'the fifth {{day}}',
    last: 'the last {{day}}',
  },
  times_one: '{{rule}}, {{count}} time',
  times_other: '{{rule}}, {{count}} times',
  until: '{{rule}}, until {{date}}',
  exceptions: '{{rule}}, except on some dates',
  inTheirTime: '{{rule}} (in the organiser’s time)',
  repeatsOtherwise: 'See the file for the dates',
};
