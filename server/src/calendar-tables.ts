import type { DefaultReminders } from '@bocau/contract/calendar.ts';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string | undefined, string>;

/** The tables of the calendar, as `tables.ts` names them. Times are Unix seconds. */
export type CalendarStateTable = {
  mailbox_id: number;
  seq: Generated<number>;
  forgotten_seq: Generated<number>;
  objects: Generated<number>;
  /** Null until they are counted. */
  bytes: number | null;
  shows_busy: Generated<boolean>;
};

export type CalendarsTable = {
  mailbox_id: number;
  id: string;
  name: string;
  name_key: string;
  color: string;
  is_default: Generated<boolean>;
  seq: number;
  created_at: number;
  reminders: Json<DefaultReminders>;
  timezone: string | null;
};

export type CalendarPermission = 'BUSY' | 'READ' | 'WRITE' | 'MANAGE';

export type CalendarMembersTable = {
  mailbox_id: number;
  calendar_id: string;
  with_mailbox_id: number;
  permission: CalendarPermission;
  color: string | null;
  created_at: number;
};

export type CalendarsOfDomainsTable = {
  mailbox_id: number;
  calendar_id: string;
  domain_id: number;
  created_at: number;
};

export type CalendarLinksTable = {
  mailbox_id: number;
  id: string;
  calendar_id: string;
  permission: 'BUSY' | 'READ';
  token_hash: Buffer;
  token_sealed: Buffer;
  created_at: number;
  expires_at: number | null;
  ended_at: number | null;
  ended_by: 'owner' | 'domain' | null;
  opened_at: number | null;
};

export type CalendarHandOversTable = {
  mailbox_id: number;
  uid: string;
  to_mailbox_id: number;
  at: number;
};

export type CalendarFilesTable = {
  mailbox_id: number;
  object_id: string;
  token_hash: Buffer;
};

export type CalendarSubscriptionsTable = {
  mailbox_id: number;
  calendar_id: string;
  url_sealed: Buffer;
  host: string;
  created_at: number;
  removed_at: number | null;
  name: string | null;
  color: string | null;
  etag: string | null;
  last_modified: string | null;
  digest: Buffer | null;
  events: Generated<number>;
  read_at: number | null;
  fault: string | null;
  failures: Generated<number>;
  next_at: number;
  tried_at: number | null;
};

export type CalendarObjectsTable = {
  mailbox_id: number;
  id: string;
  calendar_id: string;
  uid: string;
  name: string;
  etag: string;
  seq: number;
  derived_version: number;
  component: 'event' | 'task';
  title: string;
  repeats: boolean;
  first_at: number;
  last_at: number | null;
  spread_from: number;
  spread_to: number;
  created_at: number;
  changed_at: number;
  /** Null where it is the owner. */
  changed_by: number | null;
  trashed_at: number | null;
  /** Null where it is the ETag; `scheduleTagOf` reads it. */
  schedule_tag: string | null;
  /** Who asks others to it, as addresses are compared; null where nobody is asked. */
  organiser: string | null;
  is_private: Generated<boolean>;
};

export type CalendarOccurrencesTable = {
  mailbox_id: number;
  object_id: string;
  original: string;
  calendar_id: string;
  title: string;
  place: string;
  kind: 'zoned' | 'floating' | 'day';
  at: number;
  until: number;
  repeats: boolean;
  is_busy: boolean;
  is_private: boolean;
  is_tentative: Generated<boolean>;
  declined_by: string[] | null;
  is_waiting: Generated<boolean>;
  is_maybe: Generated<boolean>;
};

export type CalendarRemindersTable = {
  mailbox_id: number;
  id: string;
  object_id: string;
  original: string;
  action: 'screen' | 'mail';
  due_at: number;
  given_at: number | null;
};

export type CalendarSearchTable = {
  mailbox_id: number;
  object_id: string;
  words: string;
  extend_at: number | null;
};

export type CalendarTasksTable = {
  mailbox_id: number;
  object_id: string;
  calendar_id: string;
  original: string;
  due_kind: 'zoned' | 'floating' | 'day' | null;
  due_at: number | null;
  done_at: number | null;
  priority: number;
  has_notes: boolean;
  has_reminders: boolean;
  url: string;
  is_private: boolean;
};

export type CalendarOwedTable = {
  mailbox_id: number;
  object_id: string;
  round: string;
  told: Buffer | null;
  taken: Buffer | null;
  due_at: number;
};

export type CalendarProposalsTable = {
  mailbox_id: number;
  object_id: string;
  original: string;
  guest: string;
  at: number;
  until: number;
  was_at: number;
  was_until: number;
  words: string;
  stamp: number;
  round: string;
  declined_at: number | null;
};

export type CalendarRoomsTable = {
  id: Generated<number>;
  domain_id: number;
  address: string;
  name: string;
  kind: 'room' | 'equipment';
  place: string;
  seats: number | null;
  note: string;
  bookers: 'domain' | 'named';
  ahead_days: number | null;
  created_at: number;
};

export type CalendarBookingsTable = {
  mailbox_id: number;
  object_id: string;
  room_id: number;
  original: string;
  at: number;
  until: number;
  is_held: Generated<boolean>;
};

export type CalendarImportsTable = {
  mailbox_id: number;
  id: string;
  calendar_id: string;
  is_new_calendar: boolean;
  at: number;
  total: number;
  done: number;
};

export type CalendarImportStepsTable = {
  mailbox_id: number;
  import_id: string;
  object_id: string;
  seq: number;
  before: Buffer | null;
};

export type CalendarChangeKind = 'object' | 'calendar';
