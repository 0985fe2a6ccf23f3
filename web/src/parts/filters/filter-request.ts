import { createStore } from '../../lib/store.ts';

/** The message that a proposed filter is based on. */
export type FilterRequest = { from: string; subject: string };

/** The filter that a menu requests; the layout around all screens opens it. */
export const filterRequest = createStore<FilterRequest | null>(null);
