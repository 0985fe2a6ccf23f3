import type { BulkJob } from '@bocau/contract/bulk.ts';
import { say } from '../../i18n/i18n.ts';

/** What has been, is being and can be done to threads: each has words for its label, progress and notice. */
export type ActName =
  | 'archive'
  | 'delete'
  | 'spam'
  | 'notSpam'
  | 'restore'
  | 'deleteForGood'
  | 'removeDrafts'
  | 'move'
  | 'markRead'
  | 'markUnread'
  | 'star'
  | 'unstar'
  | 'filter';

export function threadsInWords(count: number): string {
  return say('acts.threads', { count });
}

export function doneWords(name: ActName, count: number, folder = ''): string {
  return say(`acts.done.${name}`, { threads: threadsInWords(count), folder });
}

/** The same of a job on the server: a filter changes messages, whatever it was run over. */
export function jobWords(name: ActName, { changed, done }: Pick<BulkJob, 'changed' | 'done'>, folder = '') {
  return name === 'filter' ? say('acts.filtered', { count: changed }) : doneWords(name, done, folder);
}

export function runningWords(name: ActName): string {
  return say(`acts.running.${name}`);
}
