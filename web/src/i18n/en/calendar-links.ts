import type { calendarLinks as vietnamese } from '../vi/calendar-links.ts';
import type { Words } from '../words.ts';

export const calendarLinks: Words<typeof vietnamese> = {
  title: 'Secret links',
  about:
    'Anyone who has a link can see the calendar without an account. Google Calendar, Outlook, Apple Calendar and Thunderbird can follow it by its .ics address. Guests are not shown there.',
  off: 'Your organisation has turned off links to people outside.',
  shows: 'A new link shows',
  BUSY: 'Free/busy only',
  READ: 'All details',
  create: 'Create link',
  created: 'Link created',
  list: 'Links',
  made: 'Created {{day}}',
  until: 'until the end of {{day}}',
  noEnd: 'no expiry',
  opened: 'last opened {{day}}',
  unopened: 'never opened',
  closed: {
    expired: 'Expired',
    domain: 'Ended by an administrator',
    off: 'Closed, because your organisation has turned off links to people outside',
    age: 'Closed, because it is older than your organisation allows',
  },
  copyPage: 'Copy link',
  copyPageOf: 'Copy link: {{link}}',
  copyFeed: 'Copy .ics address',
  copyFeedOf: 'Copy .ics address: {{link}}',
  pageCopied: 'Link copied',
  feedCopied: '.ics address copied',
  end: 'End',
  endOf: 'End link: {{link}}',
  ended: 'Link ended; nobody can open it any more',
  restored: 'The link can be opened again',
  failed: 'Couldn’t load the links.',
};
