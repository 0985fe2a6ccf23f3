import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Message } from '@bocau/contract/messages.ts';

type Shown = Pick<Message, 'id' | 'is_draft' | 'state'>;

/**
 * Threads with more messages than this are collapsed in the middle, leaving the first one and the last two.
 */
const UNFOLDED = 3;

/**
 * The message expanded at first: the last one, or the first draft that is not being sent. CL-416: what one has answered to
 * an invitation oneself is no news; the card that says so is on what it follows.
 */
export function firstExpanded<M extends Shown>(
  messages: readonly M[],
  isOwnAnswer: (message: M) => boolean = () => false,
): string | null {
  const draft = messages.find((message) => message.is_draft && message.state !== 'sending');
  const last = messages.findLast((message) => !isOwnAnswer(message)) ?? messages.at(-1);
  return (draft ?? last)?.id ?? null;
}

/** The answer to an invitation that was sent from one of the own addresses. */
export function isOwnAnswer(
  { files, from }: Pick<Message, 'files' | 'from'>,
  own: ReadonlySet<string>,
): boolean {
  return files.some(({ is_answer }) => is_answer === true) && own.has(from.email.toLowerCase());
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
  return foldedOf(messages, messages.slice(1, -2), expanded);
}

/** The same of those that were folded when the conversation was opened: what comes later moves none that is read. */
export function foldedOf<M extends Shown>(
  messages: readonly M[],
  middle: readonly { id: string }[],
  expanded: ReadonlySet<string>,
): M[] {
  const folded = messages.filter(({ id }) => middle.some((one) => one.id === id));
  return folded.some(({ id }) => expanded.has(id)) ? [] : folded;
}
