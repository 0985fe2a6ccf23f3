import type { Tables } from '../tables.ts';

type TableName = keyof Tables & string;

/** What belongs to a message and a thread. A test holds these lists against the database, so that no table is forgotten. */

/** Rows that belong to a message, and what becomes of them when it is removed for good. */
export type MessageRows = {
  table: TableName;
  /** What one of them is, in a sentence about what was left behind. */
  label: string;
  /** SQL on `o`: only these rows go. The others stay and keep in `marked` since when their message is gone. */
  goesIf?: string;
  marked?: string;
};

export const MESSAGE_ROWS: readonly MessageRows[] = [
  { table: 'message_contents', label: 'content' },
  { table: 'message_search', label: 'search words' },
  { table: 'attachments', label: 'an attachment' },
  { table: 'drafts', label: 'a draft' },
  { table: 'periodic_sends', label: 'a periodic rule' },
  { table: 'tracking_marks', label: 'a tracking mark' },
  { table: 'receipts', label: 'a read receipt' },
  // What has begun to leave goes on, and counts against the limits.
  {
    table: 'outbox',
    label: 'a message to be sent',
    goesIf: `o.state = 'held'`,
    marked: 'message_removed_at',
  },
];

/** Columns that name a message and outlive it, with the reason. */
export const MESSAGE_NAMES: Record<string, string> = {
  'mail_trace.message_id': 'the Message-ID of a header, for administrators; it goes by its age',
  'bulk_steps.message_id': 'goes with its bulk job; undo passes over messages that are gone',
  'outbox_recipients.local_message_id':
    'the sender still sees what became of the mail, and a recall finds nothing',
};

/** Rows that belong to a thread: merged into another, they go to that one. */
export type ThreadRows = {
  table: TableName;
  /** Made anew from the messages instead. */
  derived?: boolean;
  /** Goes when the thread is forgotten, which has none of the others by then. */
  leadsToIt?: boolean;
};

export const THREAD_ROWS: readonly ThreadRows[] = [
  { table: 'messages' },
  { table: 'list_rows', derived: true },
  { table: 'thread_keys', leadsToIt: true },
  { table: 'merged_threads', leadsToIt: true },
];
