import type { Thread } from '@bocau/contract/threads.ts';

/** What is picked among the rows of a page. */
export type Selection = {
  ids: ReadonlySet<string>;
  /** Where a range begins: the row that was picked or left last. */
  anchor: string | null;
  /** Everything in the list, not only what is on the page. */
  whole: boolean;
};

export const NOTHING_PICKED: Selection = { ids: new Set(), anchor: null, whole: false };

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

export function toggle({ ids, whole }: Selection, threads: readonly Thread[], id: string): Selection {
  // Leaving one out of everything leaves the rest of the page.
  const next = new Set(whole ? threads.map((thread) => thread.id) : ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, whole: false };
}

/** From the last picked row to this one: all picked, or all left, as this one becomes. */
export function toggleRange(selection: Selection, threads: readonly Thread[], id: string): Selection {
  const from = threads.findIndex((thread) => thread.id === selection.anchor);
  const to = threads.findIndex((thread) => thread.id === id);
  if (from < 0 || to < 0) return toggle(selection, threads, id);
  const picking = !selection.ids.has(id);
  const next = new Set(selection.ids);
  for (const thread of threads.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (picking) next.add(thread.id);
    else next.delete(thread.id);
  }
  return { ids: next, anchor: id, whole: false };
}

/** The cursor moved on with Shift: the row that it left and the one that it came to are picked. */
export function extend(selection: Selection, from: string | null, to: string): Selection {
  const ids = new Set(selection.ids);
  if (from !== null) ids.add(from);
  ids.add(to);
  return { ids, anchor: to, whole: false };
}

/** Everything in the list is also what came into it since: it is shown as picked, and goes with the rest. */
export function withNewRows(selection: Selection, threads: readonly Thread[]): Selection {
  if (!selection.whole || threads.every((thread) => selection.ids.has(thread.id))) return selection;
  return { ...selection, ids: new Set(threads.map((thread) => thread.id)) };
}

export function pickedThreads({ ids }: Selection, threads: readonly Thread[]): Thread[] {
  return ids.size === 0 ? [] : threads.filter((thread) => ids.has(thread.id));
}
