import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Message } from '@bocau/contract/messages.ts';

type Shown = Pick<Message, 'id' | 'is_draft' | 'state'>;

/**
 * Threads with more messages than this are collapsed in the middle, leaving the first one and the last two.
 */
const UNFOLDED = 3;

/** The message expanded at first: the last one, or the first draft that is not being sent. */
export function firstExpanded(messages: readonly Shown[]): string | null {
  const draft = messages.find((message) => message.is_draft && message.state !== 'sending');
  return (draft ?? messages.at(-1))?.id ?? null;
}

/**
 * TD-12: a draft that is edited in its form instead of being read; one that is being sent, failed or was
 * deleted is read.
 */
export function isWritten(message: Pick<Message, 'is_draft' | 'state' | 'status' | 'folder'>): boolean {
  const isOnItsWay = message.state === 'sending' || message.status !== '';
  return message.is_draft && !isOnItsWay && !DISCARDED_FOLDERS.some((name) => name === message.folder);
}

/** The messages behind the “show more” row; none while one of them is expanded. */
export function foldedMiddle<M extends Shown>(messages: readonly M[], expanded: ReadonlySet<string>): M[] {
  if (messages.length <= UNFOLDED) return [];
  const middle = messages.slice(1, -2);
  return middle.some((message) => expanded.has(message.id)) ? [] : middle;
}
