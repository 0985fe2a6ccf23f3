import {
  CHECK_STATES,
  type CheckState,
  INVOICE_MARK_CHOICES,
  type Invoice,
  type InvoiceDirection,
  type InvoiceMarkChoice,
} from '@bocau/contract/invoices.ts';

/** Which invoices the list shows, as its address says. */
export type InvoiceSelection = {
  direction: InvoiceDirection;
  /** A month, a quarter or a year, as 2026-11, 2026-Q4 or 2026. */
  period?: string;
  seller?: string;
  state?: CheckState;
  mark?: InvoiceMarkChoice;
  /** What sums have, or what they leave out. */
  counted?: 'yes' | 'no';
  search?: string;
};

const ROOM = '/invoices';
const PERIOD = /^(19|20|21)\d{2}(-(0[1-9]|1[0-2]|Q[1-4]))?$/;

export function invoicesAddress({ direction, ...rest }: InvoiceSelection): string {
  const query = new URLSearchParams(rest);
  if (direction === 'sold') query.set('direction', direction);
  return query.size > 0 ? `${ROOM}?${query}` : ROOM;
}

export function selectionAt(search: string): InvoiceSelection {
  const query = new URLSearchParams(search);
  // Addresses that were kept from before have a month.
  const period = query.get('period') ?? query.get('month') ?? '';
  const seller = query.get('seller')?.slice(0, 20);
  const state = CHECK_STATES.find((each) => each === query.get('state'));
  const mark = INVOICE_MARK_CHOICES.find((each) => each === query.get('mark'));
  const counted = (['yes', 'no'] as const).find((each) => each === query.get('counted'));
  const words = query.get('search')?.slice(0, 100);
  return {
    direction: query.get('direction') === 'sold' ? 'sold' : 'bought',
    ...(PERIOD.test(period) && { period }),
    ...(seller && { seller }),
    ...(state && { state }),
    ...(mark && { mark }),
    ...(counted && { counted }),
    ...(words && { search: words }),
  };
}

/** The list of the month in which an invoice stands. */
export function monthAddress({ direction, date, received_at }: Invoice): string {
  const day = date ?? new Date(received_at * 1000).toISOString();
  return invoicesAddress({ direction, period: day.slice(0, 7) });
}

/** The conversation with its message. */
export function messageAddress({ thread_id }: Pick<Invoice, 'thread_id'>): string {
  return `/folder/INBOX/${encodeURIComponent(thread_id)}`;
}
