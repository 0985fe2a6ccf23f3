import type { Thread } from '@bocau/contract/threads.ts';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ListRef, ListView, PageRef } from '../../model/mail/mail-model.ts';
import { listKey } from '../../model/mail/page-keys.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { addressOf, type ListPlace } from '../../parts/addresses/list-address.ts';
import { useMailbox, useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { NOTHING_PICKED, type Selection } from '../../parts/selection/selection.ts';
import { useRowSelection } from '../../parts/selection/use-row-selection.ts';
import { useNavigate } from '../../router/router.tsx';
import type { GridHandle } from '../../ui/rows/use-grid-focus.ts';
import { useKeyboardTarget } from '../thread-actions/keyboard-target.ts';
import { pageInstead } from './page-range.ts';
import { pick } from './picks.ts';
import { usePeekAhead } from './use-peek.ts';
import { useReading } from './use-reading.ts';
import { type RowHandlers, useRowHandlers } from './use-row-handlers.ts';

export type ListScreen = {
  list: ListRef;
  page: number;
  pageRef: PageRef;
  /** The same for the same page of the same list. */
  pageKey: string;
  view: ListView;
  selection: Selection;
  select(selection: Selection): void;
  picked: readonly Thread[];
  cursorId: string | null;
  openId: string | null;
  openRow: Thread | null;
  handlers: RowHandlers;
  grid: { current: GridHandle | null };
  /** The target of the toolbar's acts: the selection, or the folder. */
  pickedTarget: ActTarget;
  targetOf(threads: readonly Thread[]): ActTarget;
  move(to: number, extending: boolean): void;
  goTo(page: number): void;
  close(): void;
  openNext: (() => void) | null;
  openPrevious: (() => void) | null;
};

/** All state and acts of a list of threads except its rendering. */
export function useListScreen(
  place: ListPlace,
  pageSize: number,
  beside: boolean,
  /** Called when a thread is about to be opened. */
  prepareThread: () => void,
): ListScreen {
  const model = useMailModel();
  const navigate = useNavigate();
  const shown = useListPage(place, pageSize);
  const { list, page, view } = shown;
  const { threadId: openId } = place;
  const { threads } = view;
  const rows = useRowSelection(shown.pageKey, threads);
  const { selection, select, picked, cursor } = rows;
  const grid = useRef<GridHandle | null>(null);

  useWhenOver(openId !== null, () => grid.current?.focus());
  // The buttons for the selection are removed with it: if one had the focus, it moves to the list.
  useWhenOver(picked.length > 0, () => {
    if (document.activeElement === document.body) grid.current?.focus();
  });

  const reading = useReading({ list, page, openId, threads }, rows.setCursor);
  const { open, enter, close, after, before } = reading;
  const point = usePeekAhead(list, [after, before], prepareThread);

  function targetOf(some: readonly Thread[], whole: ActTarget['whole'] = null): ActTarget {
    return { model, list, threads: some, whole, onBegun: (leaves) => leaves && leave(some) };
  }

  /** Clears the selection; if the open thread leaves, the next one or the list is shown. */
  function leave(some: readonly Thread[]) {
    select(NOTHING_PICKED);
    reading.leave(some, beside);
  }

  function targetOfKeys(): ActTarget {
    if (picked.length > 0 && (openId === null || beside)) return pickedTarget;
    const thread = reading.row ?? (openId === null ? cursor : model.thread(openId, null).thread);
    return targetOf(thread ? [thread] : []);
  }

  function move(to: number, extending: boolean) {
    const thread = threads[to];
    if (!thread) return;
    rows.moveTo(thread, extending);
    prepareThread();
    grid.current?.show(to);
    if (openId !== null && beside && !extending) open(thread);
  }

  function step(by: 1 | -1, extending: boolean) {
    if (openId !== null && !beside) {
      const next = by === 1 ? after : before;
      if (next) open(next);
      return;
    }
    const at = cursor ? threads.indexOf(cursor) : reading.index;
    move(Math.min(threads.length - 1, Math.max(0, at + by)), extending);
    grid.current?.focus(true);
  }

  function back(): boolean {
    if (openId !== null) close();
    else if (picked.length > 0) select(NOTHING_PICKED);
    else return false;
    return true;
  }

  function selectAll(): boolean {
    if (openId === null) select(pick(threads, 'all'));
    return openId === null;
  }

  const whole = selection.whole ? { total: view.total, capped: view.totalIsCapped } : null;
  const pickedTarget = targetOf(picked, whole);
  useKeyboardTarget({
    target: targetOfKeys,
    step,
    open: () => cursor && enter(cursor),
    back,
    toggleSelected: () => cursor && (openId === null || beside) && rows.toggle(cursor, false),
    selectAll,
  });
  const handlers = useRowHandlers({ open: enter, toggle: rows.toggle, picked, targetOf }, list, page, point);
  return {
    ...shown,
    ...{ selection, select, picked, openId, handlers, grid },
    ...{ pickedTarget, targetOf, move, close },
    cursorId: cursor?.id ?? null,
    openRow: reading.row,
    goTo: (to) => void navigate(addressOf(list, to)),
    openNext: after && (() => open(after)),
    openPrevious: before && (() => open(before)),
  };
}

/** Runs `act` when the condition ceases to be true. */
function useWhenOver(is: boolean, act: () => void): void {
  const was = useRef(is);
  const over = useEffectEvent(act);
  useEffect(() => {
    if (was.current && !is) over();
    was.current = is;
  }, [is]);
}

/**
 * The page that the address names, kept up to date while shown; one that has become empty gives way to the
 * last one.
 */
function useListPage(place: ListPlace, pageSize: number) {
  const model = useMailModel();
  const navigate = useNavigate();
  const list = useSameList(place.list);
  const { page, threadId } = place;
  const pageRef = useMemo(
    () => ({ list, offset: (page - 1) * pageSize, limit: pageSize }),
    [list, page, pageSize],
  );
  const view = useMailbox((reader) => reader.list(pageRef));
  useEffect(() => model.holdList(pageRef), [model, pageRef]);
  const isEmpty = view.loading === 'ready' && view.threads.length === 0;
  const instead = isEmpty ? pageInstead(page, pageSize, view.total, view.totalIsCapped) : null;
  useEffect(() => {
    if (instead !== null && threadId === null) void navigate(addressOf(list, instead), { replace: true });
  }, [instead, threadId, list, navigate]);
  return { list, page, pageRef, pageKey: addressOf(list, page), view };
}

/** A stable reference as long as the list is the same. */
function useSameList(list: ListRef): ListRef {
  const [kept, keep] = useState(list);
  if (listKey(kept) === listKey(list)) return kept;
  keep(list);
  return list;
}
