import { defineTask } from '../../platform/jobs/task.ts';
import type { MergeKey } from './merges.store.ts';

/** A turn of a merge: some of its rows, behind what people wait for. */
export const sendMergeTask = defineTask<MergeKey>('send_merge', {
  maxAttempts: 25,
  priority: 20,
  lane: 'slow',
});

export function jobKeyOf(mergeId: string): string {
  return `merge ${mergeId}`;
}
