import type { Thread } from '@bocau/contract/threads.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListRef, ListView, PageRef } from '../../model/mail/mail-model.ts';
import { listKey } from '../../model/mail/page-keys.ts';
import { addressOf, type ListPlace } from '../../parts/addresses/list-address.ts';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { useMailbox, useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import {
  extend,
  NOTHING_PICKED,
  pickedRows,
  type Selection,
  toggle,
  toggleRange,
  withNewRows,
} from '../../parts/selection/selection.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { showDragImage } from '../../ui/rows/drag-image.ts';
import { useKeyed } from '../../ui/rows/use-keyed.ts';
import { useEnterDraft } from '../compose/windows/use-enter-draft.ts';
import type { ActTarget } from '../thread-actions/act-target.ts';
import { ACTS, performShortcut, setStar } from '../thread-actions/acts.ts';
import { type KeyboardTarget, keyboardTarget } from '../thread-actions/keyboard-target.ts';
import { endThreadDrag, startThreadDrag } from '../thread-actions/thread-drag.ts';
import { pageInstead } from './page-range.ts';
import type { GridHandle } from './thread-grid.tsx';
import type { RowHandlers } from './thread-row.tsx';
import { usePeek, usePointed } from './use-peek.ts';

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
  /** What the toolbar's acts go to: what is picked, or the folder. */
  pickedTarget: ActTarget;
  targetOf(threads: readonly Thread[]): ActTarget;
  move(to: number, extending: boolean): void;
  swipe(threadId: string, side: 'left' | 'right'): void;
  goTo(page: number): void;
  close(): void;
  openNext: (() => void) | null;
  openPrevious: (() => void) | null;
};

const QUICK_ACTS = [
  'archive',
  'delete',
  'removeDrafts',
  'notSpam',
  'restore',
  'deleteForGood',
  'markRead',
  'markUnread',
  'move',
];

/** Everything that a list of threads knows and can do besides drawing itself. */
export function useListScreen(
  place: ListPlace,
  pageSize: number,
  beside: boolean,
  /** A thread is about to be opened. */
  prepareThread: () => void,
): ListScreen {
  const { t } = useTranslation();
  const model = useMailModel();
  const navigate = useNavigate();
  const enterDraft = useEnterDraft();
  const fromList = (useLocation().state as { fromList?: boolean } | null)?.fromList === true;
  const list = useSameList(place.list);
  const { page, threadId: openId } = place;
  const pageKey = addressOf(list, page);
  const pageRef = useMemo(
    () => ({ list, offset: (page - 1) * pageSize, limit: pageSize }),
    [list, page, pageSize],
  );
  const view = useMailbox((reader) => reader.list(pageRef));
  useEffect(() => model.holdList(pageRef), [model, pageRef]);
  const own = useOwnAddresses();
  const { time_zone: timeZone } = useSettings();
  const [chosen, select] = useKeyed<Selection>(pageKey, NOTHING_PICKED);
  const [cursor, setCursor] = useKeyed<{ id: string; index: number } | null>(pageKey, null);
  const [pointed, point] = usePointed();
  const grid = useRef<GridHandle | null>(null);

  const reading = openId !== null;
  const wasReading = useRef(reading);
  useEffect(() => {
    if (wasReading.current && !reading) grid.current?.focus();
    wasReading.current = reading;
  }, [reading]);

  const { threads } = view;
  const selection = useMemo(() => withNewRows(chosen, threads), [chosen, threads]);
  const emptied = view.loading === 'ready' && threads.length === 0;
  const instead = emptied ? pageInstead(page, pageSize, view.total, view.totalIsCapped) : null;
  useEffect(() => {
    if (instead !== null && openId === null) void navigate(addressOf(list, instead), { replace: true });
  }, [instead, openId, list, navigate]);
  const picked = useMemo(() => pickedRows(selection, threads), [selection, threads]);
  // The buttons for what was picked are gone with it: whoever was on one goes on in the list.
  const anyPicked = picked.length > 0;
  const hadPicked = useRef(anyPicked);
  useEffect(() => {
    if (hadPicked.current && !anyPicked && document.activeElement === document.body) grid.current?.focus();
    hadPicked.current = anyPicked;
  }, [anyPicked]);

  /** What is read until the browser has gone on, which takes a moment: an act and the change that follows it both end it. */
  const leaving = useRef<string | null>(null);
  useEffect(() => {
    if (leaving.current !== openId) leaving.current = null;
  }, [openId]);

  const openIndex = openId === null ? -1 : threads.findIndex((thread) => thread.id === openId);
  const openRow = threads[openIndex] ?? null;
  // When the row of the cursor goes, the one that takes its place has it.
  const cursorRow =
    cursor &&
    (threads.find(({ id }) => id === cursor.id) ?? threads[Math.min(cursor.index, threads.length - 1)]);
  const neighbours = openIndex < 0 ? [] : [threads[openIndex + 1], threads[openIndex - 1]];
  usePeek([...neighbours.map((thread) => thread && peeked(thread)), pointed].map((thread) => thread ?? null));

  function peeked(thread: Thread) {
    return { id: thread.id, path: list.kind === 'folder' ? list.path : thread.mailbox_name };
  }

  function open(thread: Thread) {
    setCursor({ id: thread.id, index: threads.indexOf(thread) });
    const replace = openId !== null;
    void navigate(addressOf(list, page, thread.id), {
      replace,
      state: { fromList: replace ? fromList : true },
    });
  }

  /** Opened on purpose: a draft is gone on with, instead of being read. */
  function enter(thread: Thread) {
    const isOnlyDraft = thread.draft_ids.length > 0 && thread.draft_ids.length === thread.message_count;
    const isOfDrafts = list.kind === 'folder' && list.path === 'Drafts';
    if (isOnlyDraft || isOfDrafts) enterDraft(thread, () => open(thread));
    else open(thread);
  }

  function close() {
    if (openId === null || leaving.current === openId) return;
    leaving.current = openId;
    if (fromList) void navigate(-1);
    else void navigate(addressOf(list, page), { replace: true });
  }

  function targetOf(some: readonly Thread[], whole: ActTarget['whole'] = null): ActTarget {
    return { model, list, threads: some, whole, onBegun: (leaves) => leaves && leave(some) };
  }

  /** What is picked is let go of; a thread that was open gives way to the next one, or to the list. */
  function leave(some: readonly Thread[]) {
    select(NOTHING_PICKED);
    const gone = new Set(some.map((thread) => thread.id));
    if (openId === null || !gone.has(openId)) return;
    const rest = [...threads.slice(openIndex + 1), ...threads.slice(0, Math.max(0, openIndex)).reverse()];
    const next = rest.find((thread) => !gone.has(thread.id));
    if (beside && next) {
      leaving.current = openId;
      open(next);
    } else close();
  }

  function targetOfKeys(): ActTarget {
    if (picked.length > 0 && (!reading || beside)) return pickedTarget;
    const thread = openRow ?? (openId === null ? cursorRow : model.thread(openId, null).thread);
    return targetOf(thread ? [thread] : []);
  }

  function move(to: number, extending: boolean) {
    const thread = threads[to];
    if (!thread) return;
    if (extending) select(extend(selection, cursorRow?.id ?? null, thread.id));
    setCursor({ id: thread.id, index: to });
    prepareThread();
    grid.current?.show(to);
    if (openId !== null && beside && !extending) open(thread);
  }

  function step(by: 1 | -1, extending: boolean) {
    if (openId !== null && !beside) {
      const next = threads[openIndex + by];
      if (openIndex >= 0 && next) open(next);
      return;
    }
    const at = cursorRow ? threads.indexOf(cursorRow) : openIndex;
    move(Math.min(threads.length - 1, Math.max(0, at + by)), extending);
    grid.current?.focus(true);
  }

  function swipe(threadId: string, side: 'left' | 'right') {
    const thread = threads.find(({ id }) => id === threadId);
    if (thread)
      performShortcut(side === 'left' ? '#' : thread.unread ? 'Shift+i' : 'Shift+u', targetOf([thread]));
  }

  const pickedTarget = targetOf(
    picked,
    selection.whole ? { total: view.total, capped: view.totalIsCapped } : null,
  );
  const shown: KeyboardTarget = {
    target: targetOfKeys,
    step,
    open: () => cursorRow && enter(cursorRow),
    back: () => {
      if (openId !== null) close();
      else if (picked.length > 0) select(NOTHING_PICKED);
      else return false;
      return true;
    },
    toggleSelected: () =>
      cursorRow && (openId === null || beside) && select(toggle(selection, threads, cursorRow.id)),
  };

  const latest = useRef({ shown, enter, targetOf, selection, threads, picked, select, setCursor });
  latest.current = { shown, enter, targetOf, selection, threads, picked, select, setCursor };
  useEffect(() => {
    keyboardTarget.set({
      target: () => latest.current.shown.target(),
      step: (by, extending) => latest.current.shown.step(by, extending),
      open: () => latest.current.shown.open(),
      back: () => latest.current.shown.back(),
      toggleSelected: () => latest.current.shown.toggleSelected(),
    });
    return () => keyboardTarget.set(null);
  }, []);

  const handlers = useMemo((): RowHandlers => {
    return {
      own,
      timeZone,
      href: (thread) => addressOf(list, page, thread.id),
      open: (thread) => latest.current.enter(thread),
      toggle: (thread, range) => {
        const now = latest.current;
        now.setCursor({ id: thread.id, index: now.threads.indexOf(thread) });
        now.select((range ? toggleRange : toggle)(now.selection, now.threads, thread.id));
      },
      star: (thread) => setStar(latest.current.targetOf([thread]), thread),
      quickActs: (thread) => {
        const target = latest.current.targetOf([thread]);
        const fitting = ACTS.filter((act) => QUICK_ACTS.includes(act.id) && act.available(target));
        return [...fitting].sort((a, b) => QUICK_ACTS.indexOf(a.id) - QUICK_ACTS.indexOf(b.id));
      },
      perform: (act, thread) => act.perform(latest.current.targetOf([thread])),
      point: (thread) => {
        if (thread) prepareThread();
        point(thread && { id: thread.id, path: list.kind === 'folder' ? list.path : thread.mailbox_name });
      },
      drag: (thread, data) => {
        const { picked: some } = latest.current;
        const dragged = some.includes(thread) ? some : [thread];
        startThreadDrag(data, list, dragged);
        showDragImage(data, t('acts.threads', { count: dragged.length }));
      },
      dragEnd: endThreadDrag,
    };
  }, [own, timeZone, list, page, point, prepareThread, t]);

  const next = threads[openIndex + 1];
  const previous = threads[openIndex - 1];
  return {
    list,
    page,
    pageRef,
    pageKey,
    view,
    selection,
    select,
    picked,
    cursorId: cursorRow?.id ?? null,
    openId,
    openRow,
    handlers,
    grid,
    pickedTarget,
    targetOf,
    move,
    swipe,
    goTo: (to) => void navigate(addressOf(list, to)),
    close,
    openNext: openIndex >= 0 && next ? () => open(next) : null,
    openPrevious: openIndex >= 0 && previous ? () => open(previous) : null,
  };
}

/** The same object for as long as the list is the same. */
function useSameList(list: ListRef): ListRef {
  const [kept, keep] = useState(list);
  if (listKey(kept) === listKey(list)) return kept;
  keep(list);
  return list;
}
