// biome-ignore-all lint/a11y/useSemanticElements: a <table> can't position its rows freely, as virtual scrolling needs
import type { DriveFile } from '@bocau/contract/drive.ts';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useArrival } from '../../router/router.tsx';
import { recallScroll, rememberScroll } from '../../ui/rows/scroll-memory.ts';
import { useGridFocus } from '../../ui/rows/use-grid-focus.ts';
import { useRowWindow } from '../../ui/rows/use-row-window.ts';
import styles from './drive-grid.module.css';
import { DriveRow } from './drive-row.tsx';
import { DriveTile } from './drive-tile.tsx';
import { gridLayout } from './grid-layout.ts';
import type { DriveScreenState } from './use-drive-screen.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useLoadRest } from './use-load-rest.ts';
import { useRowHandlers } from './use-row-handlers.ts';

/** The next page is requested when so many rows are left to scroll. */
const AHEAD = 60;

type Props = { screen: DriveScreenState; tall: boolean; width: number };

/**
 * The entries of a list as a virtualised grid: one tab stop, whose active row is announced by
 * `aria-activedescendant`. Only rows in view are rendered; further pages are loaded on scrolling.
 */
export function DriveGrid({ screen, tall, width }: Props) {
  const { view, listKey, cursor, selection, look } = screen;
  const { files } = view;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const { isTiled, columns, height, rows } = gridLayout({
    ...{ layout: look.layout, tall, width },
    count: files.length,
  });
  const at = useMemo(() => (cursor ? files.indexOf(cursor) : -1), [files, cursor]);
  const restoring = useArrival() === 'pop';
  const scrollKey = `drive ${listKey} ${look.layout}`;
  const handlers = useRowHandlers(screen);

  const { indexes, show } = useRowWindow(scroller, {
    count: rows,
    height,
    offset: restoring ? recallScroll(scrollKey) : 0,
    // The grid refers to the active row by id, so it is rendered even when scrolled out of view.
    always: at < 0 ? -1 : Math.floor(at / columns),
    left: (offset) => rememberScroll(scrollKey, offset),
  });
  const [keys, setKeys] = useGridFocus(scroller, screen.grid, (index) => show(Math.floor(index / columns)));

  const { hasMore } = view;
  useLoadRest(screen, (indexes.at(-1) ?? 0) >= rows - AHEAD);

  useCursorInView(Math.floor(at / columns), columns, show);
  const { firstInView, onKey } = useGridKeys(screen, { scroller, at, columns, height });

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
      onKeyDown={(event) => onKey(event) && setKeys(true)}
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
        // Behind what has closed, the next key is for no file that nobody went to.
        if (event.relatedTarget === null || !event.currentTarget.matches(':focus-visible')) return;
        setKeys(true);
        // A pointer press sets the cursor itself.
        if (at < 0 && files.length > 0 && !pressed.current) screen.move(firstInView(), false);
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

/** Scrolls to the active row when the number of columns changes, as when details open beside tiles. */
function useCursorInView(row: number, columns: number, show: (row: number) => void): void {
  const latest = useRef(row);
  latest.current = row;
  useEffect(() => {
    if (columns > 1 && latest.current >= 0) show(latest.current);
  }, [columns, show]);
}
