import type { ContactBulk, ContactBulkAct, ContactBulkOrder } from '@bocau/contract/contact-bulk.ts';
import type { Generated, JSONColumnType } from 'kysely';

/** The tables of contacts, as `tables.ts` names them. Times are Unix seconds. */
export type ContactStateTable = {
  mailbox_id: number;
  seq: Generated<number>;
  forgotten_seq: Generated<number>;
  cards: Generated<number>;
  /** Null until they are counted. */
  bytes: number | null;
};

export type ContactBooksTable = {
  mailbox_id: number;
  id: string;
  name: string;
  name_key: string;
  is_default: Generated<boolean>;
  seq: number;
  total: Generated<number>;
  created_at: number;
};

export type ContactBookMembersTable = {
  mailbox_id: number;
  book_id: string;
  with_mailbox_id: number;
  permission: 'READ' | 'WRITE';
  created_at: number;
};

export type ContactCardsTable = {
  mailbox_id: number;
  id: string;
  book_id: string;
  uid: string;
  name: string;
  etag: string;
  seq: number;
  derived_version: number;
  kind: string;
  full_name: string;
  given_key: string;
  family_key: string;
  organisation: string;
  title: string;
  email: string;
  phone: string;
  birthday: string | null;
  words: string;
  photo_key: string | null;
  favorite: Generated<boolean>;
  created_at: number;
  changed_at: number;
  trashed_at: number | null;
  trashed_by: number | null;
};

export type ContactPointsTable = {
  mailbox_id: number;
  card_id: string;
  kind: 'email' | 'phone';
  position: number;
  value: string;
};

export type ContactListMembersTable = {
  mailbox_id: number;
  list_key: string;
  card_id: string;
  given_key: string;
  family_key: string;
  by_group: Generated<boolean>;
};

export type ContactGroupsTable = {
  mailbox_id: number;
  card_id: string;
  book_id: string;
  list_key: string;
  name: string;
};

export type ContactBulkJobsTable = {
  mailbox_id: number;
  id: string;
  act: ContactBulkAct;
  orders: JSONColumnType<ContactBulkOrder>;
  state: ContactBulk['state'];
  total: number;
  done: number;
  changed: number;
  reached: string | null;
  created_at: number;
};

export type ContactChangeKind = 'card' | 'book' | 'list';
