import type { calendarFeeds as vietnamese } from '../vi/calendar-feeds.ts';
import type { Words } from '../words.ts';

export const calendarFeeds: Words<typeof vietnamese> = {
  title: 'Add calendar by address',
  about:
    'Paste the .ics or webcal:// address of a calendar, such as the secret iCal address from Google Calendar. It is read-only and updates by itself every few hours; it sends no mail and no reminders.',
  address: 'Address of the calendar',
  missing: 'Paste the address of a calendar.',
  followed: 'You follow this address already: it is the calendar “{{name}}”.',
  submit: 'Add calendar',
  added: 'Calendar added',
  stopped: 'No longer following “{{name}}”',
  putBack: 'Following “{{name}}” again',
};
