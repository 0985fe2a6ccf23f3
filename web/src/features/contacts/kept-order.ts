import type { ContactOrder } from '@bocau/contract/contacts.ts';

const KEY = 'contacts.order';

/** The order that was last chosen on this device. */
export function readOrder(): ContactOrder {
  return localStorage.getItem(KEY) === 'family' ? 'family' : 'given';
}

export function rememberOrder(order: ContactOrder): void {
  localStorage.setItem(KEY, order);
}
