// biome-ignore-all lint/a11y/useSemanticElements: a <table> can't position its rows freely, as virtual scrolling needs
import type { Thread } from '@bocau/contract/threads.ts';
import { IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { textPixels } from '../../lib/text-pixels.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { useArrival } from '../../router/router.tsx';
import { indexOfKey, rowsOfPage } from '../../ui/rows/index-of-key.ts';
import { recallScroll, rememberScroll } from '../../ui/rows/scroll-memory.ts';
import { type GridHandle, useGridFocus } from '../../ui/rows/use-grid-focus.ts';
import { useIsNarrow } from '../../ui/rows/use-is-narrow.ts';
import { useRowWindow } from '../../ui/rows/use-row-window.ts';
import { rowHeight } from './row-height.ts';
import styles from './thread-grid.module.css';
import { ThreadRow } from './thread-row.tsx';
import { useRowGestures } from './use-row-gestures.ts';
import type { RowHandlers } from './use-row-handlers.ts';
import { useStableScroll } from './use-stable-scroll.ts';

/** Narrower lists show their rows in three lines. */
const TALL_BELOW = textPixels(720);

type GridProps = {
  ref: Ref<GridHandle>;
  /** Identifies list and page; the scroll position is remembered under it. */
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
  onRefresh(): void;
};

/**
 * The rows of a page as a grid: one tab stop, whose active row is announced by `aria-activedescendant`, so
 * that the focus stays where it is when rows come and go.
 */
export function ThreadGrid(props: GridProps) {
  const { threads, pageKey, cursorId } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const tall = useIsNarrow(scroller, TALL_BELOW);
  const { density } = useSettings();
  const [touch] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  const height = textPixels(rowHeight(density, tall, touch));
  // Renders in every frame of a scroll, so work over all rows is memoised.
  const cursor = useMemo(() => threads.findIndex((thread) => thread.id === cursorId), [threads, cursorId]);
  const restoring = useArrival() === 'pop';

  const { indexes, show } = useRowWindow(scroller, {
    count: threads.length,
    height,
    offset: restoring ? recallScroll(pageKey) : 0,
    // The grid refers to the active row by id, so it is rendered even when scrolled out of view.
    always: cursor,
    left: (offset) => rememberScroll(pageKey, offset),
  });
  useStableScroll(scroller, threads, height);
  useRowGestures(scroller, rows, props);
  const [keys, setKeys] = useGridFocus(scroller, props.ref, show);

  function onKey(event: KeyboardEvent) {
    // A second Ctrl+Enter after sending a message arrives here, and must do nothing.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = rowsOfPage(scroller.current, height);
    const to = indexOfKey(event.key, { at: cursor, count: threads.length, page });
    const thread = threads[cursor];
    if (to !== null) props.onMove(to, event.shiftKey);
    else if (event.key === 'Enter' && thread) props.handlers.open(thread);
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
        // CW-4: behind what has closed, the next key is for no row that nobody went to.
        if (event.relatedTarget === null) return;
        if (event.currentTarget.matches(':focus-visible')) setKeys(true);
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
