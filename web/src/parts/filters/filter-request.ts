import { createStore } from '../../lib/store.ts';

/** What a new filter is proposed from: the message that it shall match others like. */
export type FilterRequest = { from: string; subject: string };

/** The filter that a menu asks for; the page around all screens opens it. */
export const filterRequest = createStore<FilterRequest | null>(null);
