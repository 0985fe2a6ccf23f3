import { createStore } from '../../lib/store.ts';

/** Why the last attempt to subscribe this browser to pushes failed. */
export const pushFault = createStore<Error | null>(null);
