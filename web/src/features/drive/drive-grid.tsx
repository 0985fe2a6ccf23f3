// biome-ignore-all lint/a11y/useSemanticElements: a <table> can not place its rows freely, as scrolling needs
import type { DriveFile } from '@bocau/contract/drive.ts';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { textPixels } from '../../lib/text-pixels.ts';
import { useArrival } from '../../router/router.tsx';
import { recallScroll, rememberScroll } from '../../ui/rows/scroll-memory.ts';
import { useRowWindow } from '../../ui/rows/use-row-window.ts';
import styles from './drive-grid.module.css';
import { DriveRow } from './drive-row.tsx';
import { DriveTile } from './drive-tile.tsx';
import type { DriveScreenState } from './use-drive-screen.ts';
import { useLoadRest } from './use-load-rest.ts';
import { useRowHandlers } from './use-row-handlers.ts';

const ROW = 44;
const TALL_ROW = 64;
const TILE = { width: 176, height: 172 };
/** The next page is asked for when so many rows are left to be scrolled. */
const AHEAD = 60;

type Props = { screen: DriveScreenState; tall: boolean; width: number };

/**
 * The entries of a list as a grid: one stop of the Tab key, whose cursor is told by `aria-activedescendant`. Of a list
 * of any length only what is in view is drawn; the rest is asked for as it is scrolled to.
 */
export function DriveGrid({ screen, tall, width }: Props) {
  const { view, listKey, cursor, selection, look } = screen;
  const { files } = view;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [keys, setKeys] = useState(false);
  const pressed = useRef(false);
  const isTiled = look.layout === 'grid';
  const columns = isTiled ? Math.max(2, Math.floor((width - 16) / textPixels(TILE.width))) : 1;
  const height = textPixels(isTiled ? TILE.height : tall ? TALL_ROW : ROW);
  const rows = Math.ceil(files.length / columns);
  const at = useMemo(() => (cursor ? files.indexOf(cursor) : -1), [files, cursor]);
  const restoring = useArrival() === 'pop';
  const scrollKey = `drive ${listKey} ${look.layout}`;
  const handlers = useRowHandlers(screen);

  const { indexes, show } = useRowWindow(scroller, {
    count: rows,
    height,
    offset: restoring ? recallScroll(scrollKey) : 0,
    // The row of the cursor is named by the grid: it must be there even when it is scrolled away.
    always: at < 0 ? -1 : Math.floor(at / columns),
    left: (offset) => rememberScroll(scrollKey, offset),
  });
  useImperativeHandle(screen.grid, () => ({
    focus: (visibly = false) => {
      if (visibly) setKeys(true);
      scroller.current?.focus({ preventScroll: true });
    },
    show: (index) => show(Math.floor(index / columns)),
  }));

  const { hasMore } = view;
  useLoadRest(screen, (indexes.at(-1) ?? 0) >= rows - AHEAD);

  // Other columns put the row of the cursor elsewhere, as details do that open beside tiles.
  const cursorRow = useRef(-1);
  cursorRow.current = Math.floor(at / columns);
  useEffect(() => {
    if (columns > 1 && cursorRow.current >= 0) show(cursorRow.current);
  }, [columns, show]);

  /** Wholly in view: to go there scrolls nothing. */
  function firstInView(): number {
    const top = scroller.current?.scrollTop ?? 0;
    return Math.min(files.length - 1, Math.ceil(top / height) * columns);
  }

  function onKey(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / height) - 1) * columns;
    const step = {
      ArrowDown: columns,
      ArrowUp: -columns,
      ...(isTiled && { ArrowRight: 1, ArrowLeft: -1 }),
      PageDown: page,
      PageUp: -page,
    }[event.key];
    const end = { Home: 0, End: files.length - 1 }[event.key];
    const to = end ?? (step && (at < 0 ? firstInView() : at + step));
    if (to !== undefined) {
      screen.move(Math.min(files.length - 1, Math.max(0, to)), event.shiftKey);
    } else if (event.key === 'Enter' && cursor) screen.open(cursor);
    else if (event.key === ' ' && cursor) screen.toggle(cursor, event.shiftKey);
    else return;
    event.preventDefault();
    setKeys(true);
  }

  const Entry = isTiled ? DriveTile : DriveRow;
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      aria-label={screen.name}
      aria-multiselectable
      aria-rowcount={hasMore ? (view.total ?? -1) : files.length}
      aria-activedescendant={cursor && at >= 0 ? rowId(cursor) : undefined}
      aria-describedby="drive-grid-keys"
      tabIndex={0}
      data-keys={keys}
      onKeyDown={onKey}
      onPointerDown={() => {
        pressed.current = true;
        setKeys(false);
      }}
      onClick={() => {
        pressed.current = false;
      }}
      onBlur={() => {
        pressed.current = false;
      }}
      onFocus={(event) => {
        if (event.target !== event.currentTarget) return;
        const byKeys = event.currentTarget.matches(':focus-visible');
        if (event.relatedTarget !== null && byKeys) setKeys(true);
        // What is pressed says itself where the cursor goes.
        if (at < 0 && files.length > 0 && byKeys && !pressed.current) screen.move(firstInView(), false);
      }}
    >
      <span id="drive-grid-keys" className="visually-hidden">
        {t('drive.keys')}
      </span>
      <div className={styles.rows} role="rowgroup" style={{ height: rows * height }}>
        {indexes.flatMap((row) => files.slice(row * columns, (row + 1) * columns).map(entryAt(row)))}
      </div>
      {hasMore && (
        <p className={styles.more} role="status">
          {t('drive.loadingMore')}
        </p>
      )}
    </div>
  );

  function entryAt(row: number) {
    return (file: DriveFile, column: number): ReactNode => (
      <Entry
        key={file.id}
        file={file}
        rowId={rowId(file)}
        index={row * columns + column}
        top={row * height}
        place={{ column, columns }}
        tall={tall}
        picked={selection.ids.has(file.id)}
        anyPicked={screen.picked.length > 0}
        cursor={file === cursor}
        renaming={screen.renaming === file.id}
        list={screen.list.kind}
        handlers={handlers}
      />
    );
  }
}

function rowId({ id }: DriveFile): string {
  return `entry-${id}`;
}
