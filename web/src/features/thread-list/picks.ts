import type { Thread } from '@bocau/contract/threads.ts';
import { NOTHING_PICKED, type Selection } from '../../parts/selection/selection.ts';

export const PICKS = ['all', 'none', 'read', 'unread', 'starred', 'unstarred'] as const;
export type Pick = (typeof PICKS)[number];

export function pick(threads: readonly Thread[], which: Pick): Selection {
  const ids = threads.filter((thread) => FITS[which](thread)).map((thread) => thread.id);
  return { ...NOTHING_PICKED, ids: new Set(ids) };
}

const FITS: Record<Pick, (thread: Thread) => boolean> = {
  all: () => true,
  none: () => false,
  read: (thread) => !thread.unread,
  unread: (thread) => thread.unread,
  starred: (thread) => thread.starred,
  unstarred: (thread) => !thread.starred,
};
