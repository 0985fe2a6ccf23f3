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
  | 'unstar';

export function threadsInWords(count: number): string {
  return say('acts.threads', { count });
}

export function doneWords(name: ActName, count: number, folder = ''): string {
  return say(`acts.done.${name}`, { threads: threadsInWords(count), folder });
}

export function runningWords(name: ActName): string {
  return say(`acts.running.${name}`);
}
