import { shownSender } from '../mailbox/shown-sender.ts';
import type { MessageRow } from './messages.store.ts';

type Asking = Pick<
  MessageRow,
  'receipt' | 'headers' | 'own' | 'draft' | 'spoofed' | 'sender' | 'folder_role'
>;

const NOT_ASKED_IN = ['Junk', 'Trash', 'Sent', 'Drafts'];

/**
 * Where a receipt would go if its reader agreed; null where nobody is asked: to whoever sends unwanted mail, or mail in
 * another name, a receipt says that the address is read.
 */
export function receiptOffer(row: Asking): Asking['headers']['receiptTo'] | null {
  const { receiptTo } = row.headers;
  if (row.receipt !== 'wanted' || !receiptTo || row.own || row.draft || row.spoofed) return null;
  if (shownSender(row.sender).doubts) return null;
  return NOT_ASKED_IN.includes(row.folder_role ?? '') ? null : receiptTo;
}
