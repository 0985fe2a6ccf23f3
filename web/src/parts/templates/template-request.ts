import { createStore } from '../../lib/store.ts';

/** The compose window that is to show its templates as soon as its form is there. */
export const templateRequest = createStore<string | null>(null);
