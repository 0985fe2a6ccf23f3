import { createStore } from '../../lib/store.ts';

/** What a task is made of: the subject of a conversation, and where it is. */
export type TaskRequest = { title: string; path: string };

/** The task that a menu of mail requests; the layout around all rooms makes it. */
export const taskRequest = createStore<TaskRequest | null>(null);
