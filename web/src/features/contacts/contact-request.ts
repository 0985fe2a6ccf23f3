import { createStore } from '../../lib/store.ts';

/** Set by the buttons beside the list to open the form for a new contact. */
export const contactRequest = createStore<'new' | null>(null);
