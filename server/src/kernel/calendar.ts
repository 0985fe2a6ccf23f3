import type { Kernel } from './kernel.ts';

/** Calendars, their objects, and when these happen. */
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
    { table: 'calendar_changes' },
    { table: 'calendar_removed' },
    { table: 'calendar_owed' },
  ],
  mailboxNames: {},
  blobColumns: [],
  otherBytes: {
    'calendar_sources.source': 'an iCalendar text, at most 1 MB',
    'calendar_owed.told': 'an iCalendar text, at most 1 MB',
    'calendar_owed.taken': 'an iCalendar text, at most 1 MB',
  },
  leftOut: { calendar_changes: 'after a restore every client reads its calendar anew' },
} satisfies Kernel;
