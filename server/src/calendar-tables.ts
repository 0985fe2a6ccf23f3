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

export type CalendarOwedTable = {
  mailbox_id: number;
  object_id: string;
  round: string;
  told: Buffer | null;
  taken: Buffer | null;
  due_at: number;
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
