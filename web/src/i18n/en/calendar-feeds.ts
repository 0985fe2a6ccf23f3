import type { calendarFeeds as vietnamese } from '../vi/calendar-feeds.ts';
import type { Words } from '../words.ts';

export const calendarFeeds: Words<typeof vietnamese> = {
  title: 'Add calendar by address',
  about:
    'Paste the .ics or webcal:// address of a calendar, such as the secret iCal address from Google Calendar. It is read-only and updates by itself every few hours; it sends no mail and no reminders.',
  address: 'Address of the calendar',
  missing: 'Paste the address of a calendar.',
  submit: 'Add calendar',
  added: 'Calendar added',
  readAt: 'Last updated {{when}}',
  notRead: 'Couldn’t read from {{host}}: {{cause}}.',
  again: 'Try again',
  againOf: 'Try to read {{name}} again',
  stopped: 'No longer following “{{name}}”',
  putBack: 'Following “{{name}}” again',
  faults: {
    not_allowed: 'this address can’t be used',
    unreachable: 'no connection',
    too_slow: 'the server took too long to answer',
    too_large: 'the calendar is too large (up to 10 MB and 20,000 events)',
    denied: 'the server doesn’t allow it',
    not_found: 'there is no calendar at this address',
    failed: 'the server reported an error',
    not_calendar: 'this isn’t the address of an .ics calendar',
    full: 'your calendar is full',
  },
};
