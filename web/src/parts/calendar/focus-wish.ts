import type { Occurrence } from '@bocau/contract/calendar.ts';
import { createStore } from '../../lib/store.ts';

/** Enough of an occurrence to know it again, also when the server has given it another id. */
export type Wished = Pick<Occurrence, 'event_id' | 'original' | 'at' | 'until' | 'kind' | 'title'>;

/**
 * Where the focus is to go when what an act did is on the screen: on the event, beside where it was, on the grid alone,
 * or, where it is still to be loaded, on the event as soon as its day is shown, and into its panel where it `opens`.
 */
export type FocusWish =
  | { go: 'on' | 'beside' | 'rest'; one: Wished }
  | { go: 'soon'; one: Pick<Wished, 'event_id' | 'original'> & Partial<Wished>; day: string; opens: boolean };

/** Set by acts, and taken by the calendar when no dialog covers it. */
export const focusWish = createStore<FocusWish | null>(null);
