import { createStore } from '../../../lib/store.ts';

/** The draft that was chosen in its list, and not merely met in a conversation: its form takes the focus. */
export const enteredDraft = createStore<string | null>(null);
