import { createStore } from '../../lib/store.ts';
import type { ActTarget } from './act-target.ts';

/** What stands in the middle of the screen and waits for an answer. */
export type Question =
  | { kind: 'move'; target: ActTarget }
  | { kind: 'spam'; target: ActTarget }
  | { kind: 'delete-for-good'; target: ActTarget }
  | { kind: 'empty-trash'; target: ActTarget }
  | { kind: 'shortcuts' }
  | { kind: 'palette' };

export const question = createStore<Question | null>(null);
