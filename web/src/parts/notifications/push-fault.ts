import { createStore } from '../../lib/store.ts';

/** Why this browser could not be subscribed to pushes at the last try. */
export const pushFault = createStore<Error | null>(null);
