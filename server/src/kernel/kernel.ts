import type { ChangedEvent } from '@bocau/contract/socket.ts';
import type { Tables } from '../tables.ts';

type TableName = keyof Tables & string;

/** Rows that are deleted with their mailbox. */
export type MailboxRows = {
  table: TableName;
  /** The column with the mailbox, if it is not `mailbox_id`. */
  column?: string;
  /**
   * What an export omits because a Maildir has no place for it; derived and transient data is not mentioned.
   */
  notExported?: string;
};

export type BlobColumn = {
  table: TableName;
  column: string;
  /** Another column: where it has a value, this one references no blob. */
  unless?: string;
};

/**
 * A part of the product with data of its own, and the description of its tables. Removal, export, backup,
 * restore and the garbage collection of blobs read it and keep no list of their own; a test compares it with
 * the database, so that no table is forgotten.
 */
export type Kernel = {
  name: string;
  journal: Journal | null;
  mailboxRows: readonly MailboxRows[];
  /** Columns that reference a mailbox and outlive it, with the reason. */
  mailboxNames: Record<string, string>;
  /** A blob that none of these columns of any kernel references is garbage. */
  blobColumns: readonly BlobColumn[];
  /** Other binary columns, with their content. */
  otherBytes: Record<string, string>;
  /**
   * Tables that a backup omits, with the reason. All other tables are included, whichever migration created
   * them.
   */
  leftOut: Partial<Record<TableName, string>>;
};

/** The journal from which clients read a mailbox's changes since a number. */
export type Journal = {
  /**
   * The table with each mailbox's last change number, `seq`, and the number up to which its journal was
   * pruned, `forgotten_seq`.
   */
  state: TableName;
  /** The table with the entries, of which each has its `seq` and its time, `at`. */
  changes: TableName;
  /** The PostgreSQL channel that notifies processes of changed mailboxes: their ids, comma-separated. */
  channel: string;
  /** The event sent to sockets with the new number; null when they receive the changes themselves. */
  event: ChangedEvent | null;
  /**
   * Columns of `state` beside the numbers, with the SQL of their new value where clients may have seen
   * numbers that no longer exist.
   */
  alsoSkipped?: Readonly<Record<string, string>>;
};
