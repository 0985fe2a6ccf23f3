import type { BulkJob } from '@bocau/contract/bulk.ts';
import { say } from '../../i18n/i18n.ts';

/** The acts on threads; each has words for its label, its progress and its notice. */
export type ActName =
  | 'archive'
  | 'delete'
  | 'spam'
  | 'notSpam'
  | 'restore'
  | 'deleteForGood'
  | 'removeDrafts'
  | 'move'
  | 'snooze'
  | 'unsnooze'
  | 'followUp'
  | 'endFollowUp'
  | 'markRead'
  | 'markUnread'
  | 'star'
  | 'unstar'
  | 'pin'
  | 'unpin'
  | 'mute'
  | 'unmute'
  | 'label'
  | 'unlabel'
  | 'deleteLabel'
  | 'deleteSender'
  | 'filter';

export function threadsInWords(count: number): string {
  return say('acts.threads', { count });
}

export function doneWords(name: ActName, count: number, folder = ''): string {
  return say(`acts.done.${name}`, { threads: threadsInWords(count), folder });
}

/** The result of a server job: a filter changes messages, even if it was run over conversations. */
export function jobWords(name: ActName, { changed, done }: Pick<BulkJob, 'changed' | 'done'>, folder = '') {
  return name === 'filter' ? say('acts.filtered', { count: changed }) : doneWords(name, done, folder);
}

export function runningWords(name: ActName): string {
  return say(`acts.running.${name}`);
}
