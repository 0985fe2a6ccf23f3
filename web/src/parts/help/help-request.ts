import { createStore } from '../../lib/store.ts';

/** The page of the help that is asked for; empty for the one that fits the screen, null while there is none. */
export const helpRequest = createStore<string | null>(null);
