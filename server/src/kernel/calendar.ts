import type { Kernel } from './kernel.ts';

/** Calendars, their objects, when these happen, and when somebody is reminded of them. */
export const CALENDAR = {
  name: 'calendar',
  journal: {
    state: 'calendar_state',
    changes: 'calendar_changes',
    channel: 'calendar_changed',
    event: 'calendar_changed',
  },
  mailboxRows: [
    { table: 'calendar_state' },
    { table: 'calendars', notExported: 'calendars' },
    { table: 'calendar_objects' },
    { table: 'calendar_sources' },
    { table: 'calendar_occurrences' },
    { table: 'calendar_reminders' },
    { table: 'calendar_refreshes' },
    { table: 'calendar_changes' },
    { table: 'calendar_removed' },
  ],
  mailboxNames: {},
  blobColumns: [],
  otherBytes: {
    'calendar_sources.source': 'an iCalendar text, at most 1 MB',
    'calendar_sources.before_split': 'the same, before a series was split',
  },
  leftOut: { calendar_changes: 'after a restore every client reads its calendar anew' },
} satisfies Kernel;
