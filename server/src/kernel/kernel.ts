import type { ChangedEvent } from '@bocau/contract/socket.ts';
import type { Tables } from '../tables.ts';

type TableName = keyof Tables & string;

/** Rows that go with their mailbox. */
export type MailboxRows = {
  table: TableName;
  /** The column of the mailbox, where it is not `mailbox_id`. */
  column?: string;
  /** What an export leaves behind, as a Maildir has no place for it; not said of what is derived or of the moment. */
  notExported?: string;
};

export type BlobColumn = {
  table: TableName;
  column: string;
  /** Another column: where it has a value, this one names no blob. */
  unless?: string;
};

/**
 * A part of the product with data of its own, and what it says of them. Removal, export, backup, restore and the collection
 * of blobs go by this and keep no list of their own; a test holds it against the database, so that no table is forgotten.
 */
export type Kernel = {
  name: string;
  journal: Journal | null;
  mailboxRows: readonly MailboxRows[];
  /** Columns that name a mailbox and outlive it, with the reason. */
  mailboxNames: Record<string, string>;
  /** A blob that none of these of any kernel names is thrown away. */
  blobColumns: readonly BlobColumn[];
  /** Other columns of bytes, with what they are. */
  otherBytes: Record<string, string>;
  /** Tables whose rows are not in a backup, with the reason. Every other table is, whichever migration made it. */
  leftOut: Partial<Record<TableName, string>>;
};

/** Clients ask each mailbox of a kernel what changed since a number. */
export type Journal = {
  /** With the number of the last change of each mailbox, `seq`, and up to which its journal is forgotten, `forgotten_seq`. */
  state: TableName;
  /** Where PostgreSQL tells processes of changed mailboxes: their ids, comma-separated. */
  channel: string;
  /** What sockets are told then, with the new number; null where they are told the changes themselves. */
  event: ChangedEvent | null;
};
