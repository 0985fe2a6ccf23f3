import type { Tables } from '../tables.ts';

type TableName = keyof Tables & string;

/**
 * The tables that belong to messages and threads. A test compares these lists with the database, so that no
 * table is forgotten.
 */

/** Rows that belong to a message, and what happens to them when it is permanently deleted. */
export type MessageRows = {
  table: TableName;
  /** What one of them is called, in a sentence about what was left behind. */
  label: string;
  /**
   * SQL on `o`: only matching rows are deleted. The others stay, and `marked` records when their message was
   * deleted.
   */
  goesIf?: string;
  marked?: string;
};

export const MESSAGE_ROWS: readonly MessageRows[] = [
  { table: 'message_contents', label: 'content' },
  { table: 'message_search', label: 'search words' },
  { table: 'message_state', label: 'a uid' },
  { table: 'message_structures', label: 'structure' },
  { table: 'attachments', label: 'an attachment' },
  { table: 'drafts', label: 'a draft' },
  { table: 'periodic_sends', label: 'a periodic rule' },
  { table: 'tracking_marks', label: 'a tracking mark' },
  { table: 'receipts', label: 'a read receipt' },
  { table: 'invoices', label: 'an invoice' },
  { table: 'invoice_contents', label: 'the content of an invoice' },
  // A transmission in progress continues, and counts against the limits.
  {
    table: 'outbox',
    label: 'a message to be sent',
    goesIf: `o.state = 'held'`,
    marked: 'message_removed_at',
  },
];

/** Columns that reference a message and outlive it, with the reason. */
export const MESSAGE_NAMES: Record<string, string> = {
  'mail_trace.message_id': 'the Message-ID of a header, for administrators; it goes by its age',
  'merge_rows.message_id': 'the report of a mail merge says to whom it went',
  'bulk_steps.message_id': 'goes with its bulk job; undo passes over messages that are gone',
  'outbox_recipients.local_message_id':
    'the sender still sees what became of the mail, and a recall finds nothing',
};

/** Rows that belong to a thread: when it is merged into another, they move to that one. */
export type ThreadRows = {
  table: TableName;
  /** Derived from the messages again instead. */
  derived?: boolean;
  /** Deleted when the thread is forgotten, which has no other rows by then. */
  leadsToIt?: boolean;
};

export const THREAD_ROWS: readonly ThreadRows[] = [
  { table: 'messages' },
  { table: 'list_rows', derived: true },
  { table: 'thread_keys', leadsToIt: true },
  { table: 'merged_threads', leadsToIt: true },
];
