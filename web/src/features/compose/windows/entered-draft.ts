import { createStore } from '../../../lib/store.ts';

/** The draft opened from the list of drafts, not along with a conversation: its form takes the focus. */
export const enteredDraft = createStore<string | null>(null);
