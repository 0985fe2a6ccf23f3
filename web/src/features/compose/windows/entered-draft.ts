import { createStore } from '../../../lib/store.ts';

/**
 * The draft that was opened from the list of drafts rather than along with a conversation: its form takes the
 * focus.
 */
export const enteredDraft = createStore<string | null>(null);
