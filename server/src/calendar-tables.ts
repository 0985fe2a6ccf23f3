import type { Generated } from 'kysely';

/** The tables of the calendar, as `tables.ts` names them. Times are Unix seconds. */
export type CalendarStateTable = {
  mailbox_id: number;
  seq: Generated<number>;
  forgotten_seq: Generated<number>;
  objects: Generated<number>;
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
};

export type CalendarOwedTable = {
  mailbox_id: number;
  object_id: string;
  round: string;
  told: Buffer | null;
  taken: Buffer | null;
  due_at: number;
};

export type CalendarChangeKind = 'object' | 'calendar';
