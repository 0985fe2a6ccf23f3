import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Message } from '@bocau/contract/messages.ts';

type Shown = Pick<Message, 'id' | 'is_draft' | 'state'>;

/** More messages than this are folded in the middle, to the first one and the last two. */
const UNFOLDED = 3;

/** What opens expanded: the last message, or the first draft that is not on its way out. */
export function firstExpanded(messages: readonly Shown[]): string | null {
  const draft = messages.find((message) => message.is_draft && message.state !== 'sending');
  return (draft ?? messages.at(-1))?.id ?? null;
}

/** TD-12: one that is written in its form and not read; what became of one that was sent, or thrown away, is read. */
export function isWritten(message: Pick<Message, 'is_draft' | 'state' | 'status' | 'folder'>): boolean {
  const isOnItsWay = message.state === 'sending' || message.status !== '';
  return message.is_draft && !isOnItsWay && !DISCARDED_FOLDERS.some((name) => name === message.folder);
}

/** The messages behind the “show more” row; none while one of them is open. */
export function foldedMiddle<M extends Shown>(messages: readonly M[], expanded: ReadonlySet<string>): M[] {
  if (messages.length <= UNFOLDED) return [];
  const middle = messages.slice(1, -2);
  return middle.some((message) => expanded.has(message.id)) ? [] : middle;
}
