import { createStore } from '../../lib/store.ts';
import type { ComposeWindow } from '../../model/compose/compose-model.ts';

/** The compose window from which a mail merge is to begin as soon as its form is there. */
export const mergeRequest = createStore<string | null>(null);

/** Whether a message can be sent to each of many people: one that answers or forwards another can't. */
export function canBeMerged({ answers, place }: Pick<ComposeWindow, 'answers' | 'place'>): boolean {
  return answers === null && place === 'window';
}
