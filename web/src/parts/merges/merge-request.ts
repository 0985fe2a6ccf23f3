import { createStore } from '../../lib/store.ts';

/** The compose window from which a mail merge is to begin as soon as its form is there. */
export const mergeRequest = createStore<string | null>(null);
