import type { MailAddress } from '@bocau/contract/fields.ts';
import { createStore } from '../../lib/store.ts';

/** What a new event begins with that is made outside of the calendar. */
export type EventRequest = { title: string; description: string; people: readonly MailAddress[] };

/** Taken by the calendar, which shows the form with it; `new`: as its own button begins one. */
export const eventRequest = createStore<EventRequest | 'new' | null>(null);
