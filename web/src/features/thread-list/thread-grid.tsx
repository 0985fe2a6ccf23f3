// biome-ignore-all lint/a11y/useSemanticElements: a <table> can not place its rows freely, as scrolling needs
import type { Thread } from '@bocau/contract/threads.ts';
import { IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { textPixels } from '../../lib/text-pixels.ts';
import { useGestures } from '../../parts/settings/gestures.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { useArrival } from '../../router/router.tsx';
import { recallScroll, rememberScroll } from '../../ui/rows/scroll-memory.ts';
import { useIsNarrow } from '../../ui/rows/use-is-narrow.ts';
import { useRowWindow } from '../../ui/rows/use-row-window.ts';
import { rowHeight } from './row-height.ts';
import styles from './thread-grid.module.css';
import { ThreadRow } from './thread-row.tsx';
import { usePull } from './use-pull.ts';
import type { RowHandlers } from './use-row-handlers.ts';
import { useStableScroll } from './use-stable-scroll.ts';
import { useSwipe } from './use-swipe.ts';

/** Narrower lists show their rows in three lines. */
const TALL_BELOW = textPixels(720);

export type GridHandle = {
  /** With a visible cursor where the keyboard asked for it; else as it was. */
  focus(visibly?: boolean): void;
  show(index: number): void;
};

type GridProps = {
  ref: Ref<GridHandle>;
  /** Which list and page this is: where it was scrolled to is remembered by it. */
  pageKey: string;
  name: string;
  /** The rows are not confirmed yet. */
  busy: boolean;
  threads: readonly Thread[];
  firstIndex: number;
  total: number;
  picked: ReadonlySet<string>;
  cursorId: string | null;
  openId: string | null;
  labelled: boolean;
  sized: boolean;
  words: readonly string[];
  handlers: RowHandlers;
  onMove(to: number, extending: boolean): void;
  onSwipe(threadId: string, side: 'left' | 'right'): void;
  onRefresh(): void;
};

/**
 * The rows of a page as a grid: one stop of the Tab key, whose cursor is told by `aria-activedescendant`, so that the
 * focus stays where it is when rows come and go.
 */
export function ThreadGrid(props: GridProps) {
  const { threads, pageKey, cursorId } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const [keys, setKeys] = useState(false);
  const tall = useIsNarrow(scroller, TALL_BELOW);
  const { density } = useSettings();
  const [touch] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  const height = textPixels(rowHeight(density, tall, touch));
  // Drawn in every frame of a scroll: what goes through all the rows is done only when they change.
  const cursor = useMemo(() => threads.findIndex((thread) => thread.id === cursorId), [threads, cursorId]);
  const restoring = useArrival() === 'pop';

  const { indexes, show } = useRowWindow(scroller, {
    count: threads.length,
    height,
    offset: restoring ? recallScroll(pageKey) : 0,
    // The row of the cursor is named by the grid: it must be there even when it is scrolled away.
    always: cursor,
    left: (offset) => rememberScroll(pageKey, offset),
  });
  useStableScroll(scroller, threads, height);
  const swipes = useGestures();
  useSwipe(scroller, { swipes, onSwipe: props.onSwipe, onHold: pickHeld });

  usePull(scroller, rows, props.onRefresh);

  useImperativeHandle(props.ref, () => ({
    focus: (visibly = false) => {
      if (visibly) setKeys(true);
      scroller.current?.focus({ preventScroll: true });
    },
    show,
  }));

  function pickHeld(id: string) {
    const thread = threads.find((each) => each.id === id);
    if (thread) props.handlers.toggle(thread, false);
  }

  function onKey(event: KeyboardEvent) {
    // A second Ctrl+Enter after a message was sent comes here, and means nothing.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / height) - 1);
    const to = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor < 0 ? 0 : cursor - 1,
      Home: 0,
      End: threads.length - 1,
      PageDown: cursor + page,
      PageUp: cursor - page,
    }[event.key];
    const thread = threads[cursor];
    if (to !== undefined) {
      props.onMove(Math.min(threads.length - 1, Math.max(0, to)), event.shiftKey);
    } else if (event.key === 'Enter' && thread) props.handlers.open(thread);
    else if (event.key === ' ' && thread) props.handlers.toggle(thread, event.shiftKey);
    else return;
    event.preventDefault();
    setKeys(true);
  }

  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      role="grid"
      aria-label={props.name}
      aria-busy={props.busy}
      aria-multiselectable
      aria-rowcount={props.total}
      aria-activedescendant={cursor >= 0 ? rowId(cursorId as string) : undefined}
      aria-describedby="thread-grid-keys"
      tabIndex={0}
      data-keys={keys}
      onKeyDown={onKey}
      onPointerDown={() => setKeys(false)}
      onFocus={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.relatedTarget !== null && event.currentTarget.matches(':focus-visible')) setKeys(true);
        if (cursor < 0 && threads.length > 0) props.onMove(0, false);
      }}
    >
      <span id="thread-grid-keys" className="visually-hidden">
        {t('threadList.keys')}
      </span>
      <div ref={rows} className={styles['rows']} role="rowgroup" style={{ height: threads.length * height }}>
        <span className={styles['pull']} aria-hidden>
          <IconRefresh size={20} />
        </span>
        {indexes.map((index) => {
          const thread = threads[index];
          if (!thread) return null;
          return (
            <ThreadRow
              key={thread.id}
              thread={thread}
              rowId={rowId(thread.id)}
              index={props.firstIndex + index}
              top={index * height}
              tall={tall}
              faced={tall && touch}
              picked={props.picked.has(thread.id)}
              anyPicked={props.picked.size > 0}
              cursor={index === cursor}
              open={thread.id === props.openId}
              labelled={props.labelled}
              sized={props.sized}
              words={props.words}
              handlers={props.handlers}
            />
          );
        })}
      </div>
    </div>
  );
}

function rowId(threadId: string): string {
  return `thread-${threadId}`;
}
