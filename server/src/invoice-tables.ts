import type {
  CheckState,
  InvoiceCheck,
  InvoiceDirection,
  InvoiceKind,
  InvoiceMark,
  InvoiceStanding,
} from '@bocau/contract/invoices.ts';
import type { JSONColumnType } from 'kysely';

export type InvoicesTable = {
  mailbox_id: number;
  id: string;
  message_id: string;
  position: number;
  attachment_id: string;
  version: number;
  kind: InvoiceKind;
  direction: InvoiceDirection;
  seller_name: string;
  seller_tax_code: string;
  buyer_name: string;
  buyer_tax_code: string;
  form: string;
  symbol: string;
  number: string;
  dated: string | null;
  listed_on: string;
  received_at: number;
  before_tax: string | null;
  tax: string | null;
  total: string | null;
  currency: string;
  rate: string | null;
  account: string;
  content_hash: string;
  proven: boolean;
  /** A hash of the key of the seller's signature; empty without one, null of a release that did not know it. */
  signer_key: string | null;
  original_kind: 'replaces' | 'adjusts' | null;
  original_form: string | null;
  original_symbol: string | null;
  original_number: string | null;
  own_checks: JSONColumnType<InvoiceCheck[]>;
  checks: JSONColumnType<InvoiceCheck[]>;
  state: CheckState;
  /** Those of messages in Junk and Trash are `discarded`. */
  standing: InvoiceStanding | 'discarded';
  duplicate_of: string | null;
  words: string;
  /** The one that leads: a question, else that it was paid, else that it was booked. */
  mark: InvoiceMark | null;
  /** What it is besides; nothing where there is no mark, and null of a release that knew one. */
  also_booked: boolean | null;
  also_paid: boolean | null;
  note: string;
};
