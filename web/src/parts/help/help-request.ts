import { createStore } from '../../lib/store.ts';

/** The requested help page; empty for the one that fits the screen, null while there is none. */
export const helpRequest = createStore<string | null>(null);
