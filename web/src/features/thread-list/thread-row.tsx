// biome-ignore-all lint/a11y/useSemanticElements: a <table> can't position its rows freely, as virtual scrolling needs
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and refers to the active row
import type { Thread } from '@bocau/contract/threads.ts';
import { type MouseEvent, memo, useState } from 'react';
import { RowPeople, RowSigns, RowSubject, RowTime } from './row-cells.tsx';
import { RowPick, RowQuickActs, RowStar, SwipeSigns } from './row-controls.tsx';
import styles from './thread-row.module.css';
import type { RowHandlers } from './use-row-handlers.ts';
import { useRowText } from './use-row-text.ts';

type RowProps = {
  thread: Thread;
  rowId: string;
  index: number;
  top: number;
  tall: boolean;
  /** Whether the sender's face is shown as the touch target for selecting. */
  faced: boolean;
  picked: boolean;
  anyPicked: boolean;
  cursor: boolean;
  open: boolean;
  /** Whether rows show their folders, since they come from several. */
  labelled: boolean;
  /** Whether rows show their sizes, since they are sorted by them. */
  sized: boolean;
  words: readonly string[];
  handlers: RowHandlers;
};

/** Memoised: rendered again only when its own thread or state changes. */
export const ThreadRow = memo(function ThreadRow(props: RowProps) {
  const { thread, picked, words, handlers } = props;
  const [pointed, setPointed] = useState(false);
  const text = useRowText(thread, props);
  const states = [
    styles['row'],
    props.tall ? styles['tall'] : styles['flat'],
    thread.unread && styles['unread'],
    picked && styles['picked'],
    props.open && styles['open'],
    props.cursor && styles['cursor'],
    props.anyPicked && styles['picking'],
  ];

  function point(here: boolean) {
    setPointed(here);
    handlers.point(here ? thread : null);
  }

  function click(event: MouseEvent) {
    if (event.shiftKey) handlers.toggle(thread, true);
    else if (event.ctrlKey || event.metaKey) window.open(handlers.href(thread), '_blank', 'noopener');
    else handlers.open(thread);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    <div
      id={props.rowId}
      data-thread={thread.id}
      data-pinned={(thread.pinned && !props.labelled) || undefined}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={picked}
      aria-label={text.spoken}
      className={states.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${props.top}px)` }}
      draggable
      onDragStart={(event) => handlers.drag(thread, event.dataTransfer)}
      onDragEnd={handlers.dragEnd}
      onPointerEnter={() => point(true)}
      onPointerLeave={() => point(false)}
      onClick={click}
    >
      <div className={styles['sheet']} role="presentation" data-sheet>
        <span className={styles['pick']} role="gridcell">
          <RowPick thread={thread} handlers={handlers} faced={props.faced} picked={picked} />
        </span>
        <span className={styles['star']} role="gridcell">
          <RowStar thread={thread} handlers={handlers} />
        </span>
        <span className={styles['dot']} />
        <span className={styles['people']} role="gridcell">
          <RowPeople thread={thread} text={text} words={words} />
        </span>
        <span className={styles['text']} role="gridcell">
          <RowSubject thread={thread} text={text} words={words} href={handlers.href(thread)} onOpen={click} />
        </span>
        <span className={styles['signs']} role="gridcell">
          <RowSigns thread={thread} text={text} />
        </span>
        <span className={styles['time']} role="gridcell">
          <RowTime thread={thread} text={text} />
        </span>
        {pointed && (
          <span className={styles['quick']} role="gridcell">
            <RowQuickActs thread={thread} handlers={handlers} />
          </span>
        )}
      </div>
      {pointed && <SwipeSigns thread={thread} handlers={handlers} />}
    </div>
  );
});
