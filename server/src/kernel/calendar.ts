import type { Kernel } from './kernel.ts';
import type { MemberTable } from './members.store.ts';

export const CALENDAR_MEMBERS = {
  table: 'calendar_members',
  thing: 'calendar_id',
} as const satisfies MemberTable;

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
    { table: 'calendars' },
    { table: 'calendar_members', notExported: 'shared calendars' },
    { table: 'calendars_of_domains', notExported: 'calendars of the company' },
    { table: 'calendar_links', notExported: 'links of calendars' },
    { table: 'calendar_files', notExported: 'files of events' },
    { table: 'calendar_hand_overs' },
    { table: 'calendar_subscriptions', notExported: 'subscribed calendars' },
    { table: 'calendar_objects' },
    { table: 'calendar_sources' },
    { table: 'calendar_occurrences' },
    { table: 'calendar_reminders' },
    { table: 'calendar_refreshes' },
    { table: 'calendar_changes' },
    { table: 'calendar_removed' },
    { table: 'calendar_search' },
    { table: 'calendar_tasks' },
    { table: 'calendar_owed' },
    { table: 'calendar_proposals' },
    { table: 'calendar_bookings' },
    { table: 'calendar_imports' },
    { table: 'calendar_import_steps' },
  ],
  mailboxNames: {
    'calendar_members.with_mailbox_id': 'names nobody once that person is gone',
    'calendar_hand_overs.to_mailbox_id': 'names nobody once that person is gone',
  },
  blobColumns: [],
  otherBytes: {
    'calendar_sources.source': 'an iCalendar text, at most 1 MB',
    'calendar_sources.before_split': 'the same, before a series was split',
    'calendar_owed.told': 'an iCalendar text, at most 1 MB',
    'calendar_owed.taken': 'an iCalendar text, at most 1 MB',
    'calendar_subscriptions.url_sealed': 'an encrypted address',
    'calendar_subscriptions.digest': 'a hash of an answer',
    'calendar_links.token_hash': 'a hash of a token',
    'calendar_links.token_sealed': 'an encrypted token',
    'calendar_files.token_hash': 'a hash of a token',
    'calendar_import_steps.before': 'the same, before an import replaced it',
  },
  leftOut: { calendar_changes: 'after a restore every client reads its calendar anew' },
} satisfies Kernel;
