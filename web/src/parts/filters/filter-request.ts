import { createStore } from '../../lib/store.ts';

/** The message that a proposed filter is based on; or the sender whose mail is to be kept in one place. */
export type FilterRequest = { from: string; subject: string } | { from: string; keep: true };

/** The filter that a menu requests; the layout around all screens opens it. */
export const filterRequest = createStore<FilterRequest | null>(null);
